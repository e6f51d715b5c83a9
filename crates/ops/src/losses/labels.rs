//! Labels: the class that each row or position is of.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Arg;
use crate::sequence::Sequence;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::operands::{ReadIndices, Write, kernel, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::cuts::{self, Pieces};
use hostnpu_tensor::{Dtype, position};

/// A label beside those of the classes, which counts nothing.
#[derive(Clone, Copy, Debug)]
pub struct Ignored {
    /// The number that stands for it.
    pub label: i64,
    /// The argument that says so, for messages.
    pub argument: Option<&'static str>,
}

impl Ignored {
    fn allowed(self, classes: usize) -> String {
        let last = classes as i64 - 1;
        match (self.label, self.argument) {
            (label, _) if (0..=last).contains(&label) => format!("0 to {last}"),
            (label, Some(argument)) => format!("0 to {last}, or {label} (`{argument}`)"),
            (label, None) => format!("0 to {last}, or {label}"),
        }
    }
}

/// The labels of a call: which there may be, and the names that messages need.
pub struct Labels {
    name: &'static str,
    shape: Vec<i64>,
    classes: usize,
    ignored: Ignored,
}

impl Labels {
    /// Labels of so many classes.
    pub fn of(labels: &Arg, classes: usize, ignored: Ignored) -> Self {
        Self {
            name: labels.name,
            shape: labels.view.layout.shape().to_vec(),
            classes,
            ignored,
        }
    }

    /// Refuses a label that is neither a class nor the ignored one: the first.
    pub fn check(&self, labels: IndexSlice<i64>) -> Result<()> {
        let classes = 0..self.classes as i64;
        let is_wrong = |label: i64| !classes.contains(&label) && label != self.ignored.label;
        let first = AtomicUsize::new(usize::MAX);
        let pieces = labels.len().div_ceil(grain::COMPUTED);
        cuts::for_each_part(Pieces(pieces), |piece, ()| {
            let numbers = piece * grain::COMPUTED..labels.len().min((piece + 1) * grain::COMPUTED);
            let own = labels.part(numbers.clone());
            // Nearly always all are classes, which takes no look at each.
            if own.outside(self.classes).is_none() {
                return;
            }
            if let Some(wrong) = own.iter().position(is_wrong) {
                first.fetch_min(numbers.start + wrong, Ordering::Relaxed);
            }
        });
        match first.into_inner() {
            usize::MAX => Ok(()),
            number => Err(self.refused(number, labels.get(number))),
        }
    }

    #[cold]
    fn refused(&self, number: usize, label: i64) -> Error {
        let got = format!("{label} at {:?}", position(&self.shape, number));
        Error::value(self.name, got, self.ignored.allowed(self.classes))
    }

    /// Reads a label: the class that it names. `None` for the ignored one, and for one that has changed since it was checked.
    #[inline]
    pub fn class(&self, labels: IndexSlice<i64>, number: usize) -> Option<usize> {
        let label = labels.get(number);
        // Below 0 it is larger than every number of classes.
        let is_class = label != self.ignored.label && (label as usize) < self.classes;
        is_class.then_some(label as usize)
    }

    /// The error of a task whose labels changed while it ran.
    pub fn changed(&self) -> Error {
        Error::changed(self.name)
    }
}

operands! {
    struct Copied => CopiedAt {
        labels: ReadIndices<i64>,
        checked: Write<i64>,
    }
}

/// Adds a step that copies labels and fails, before anything is written, for one that is neither a class nor the ignored one. Returns the copy, a dense INT64
/// tensor in which -1 stands for the ignored label: the program may write to its own labels at any time.
pub fn checked(all: &mut Sequence, labels: &Arg, classes: usize, ignored: Ignored) -> Result<Arg> {
    let rule = Labels::of(labels, classes, ignored);
    let checked = all.temporary(Dtype::I64, &rule.shape)?;
    let operands = Copied {
        labels: labels.clone().into(),
        checked: checked.clone().into(),
    };
    let cost = labels.view.numel().unwrap_or(0).saturating_mul(16);
    let call = kernel(operands, cost, move |at: CopiedAt| {
        rule.check(at.labels)?;
        cuts::for_each_part(cuts::chunks(at.checked, grain::COMPUTED), |piece, copy| {
            for (number, label) in (piece * grain::COMPUTED..).zip(copy) {
                *label = rule
                    .class(at.labels, number)
                    .map_or(-1, |class| class as i64);
            }
        });
        Ok(())
    })?;
    all.then(call)?;
    Ok(checked)
}

/// The class of a label that was [`checked`], if it counts.
pub fn class(checked: i64, classes: usize) -> Option<usize> {
    usize::try_from(checked)
        .ok()
        .filter(|&class| class < classes)
}
