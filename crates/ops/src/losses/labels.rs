//! Labels: the class that each row or position is of.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Arg;
use crate::engine::grain;
use crate::engine::operands::{Read, Write, kernel, operands};
use crate::sequence::Sequence;
use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::{Dtype, cuts, position};

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

operands! {
    struct Labels => LabelsAt {
        labels: Read<i64>,
        checked: Write<i64>,
    }
}

/// Adds a step that copies labels and fails, before anything is written, for one that is neither a class nor the ignored one. Returns the copy, a dense INT64
/// tensor in which -1 stands for the ignored label: the program may write to its own labels at any time.
pub fn checked(all: &mut Sequence, labels: &Arg, classes: usize, ignored: Ignored) -> Result<Arg> {
    let (name, shape) = (labels.name, labels.view.layout.shape().to_vec());
    let checked = all.temporary(Dtype::I64, &shape)?;
    let operands = Labels {
        labels: labels.clone().into(),
        checked: checked.clone().into(),
    };
    let cost = labels.view.numel().unwrap_or(0).saturating_mul(16);
    let call = kernel(operands, cost, move |at: LabelsAt| {
        let first = AtomicUsize::new(usize::MAX);
        let parts = cuts::chunks(&mut *at.checked, grain::COMPUTED);
        cuts::for_each_part(parts, |piece, copy| {
            let start = piece * grain::COMPUTED;
            copy.copy_from_slice(&at.labels[start..start + copy.len()]);
            for (number, label) in (start..).zip(copy) {
                if *label == ignored.label {
                    *label = -1;
                } else if !(0..classes as i64).contains(label) {
                    first.fetch_min(number, Ordering::Relaxed);
                }
            }
        });
        let number = first.into_inner();
        match at.checked.get(number) {
            None => Ok(()),
            Some(label) => {
                let got = format!("{label} at {:?}", position(&shape, number));
                Err(Error::value(name, got, ignored.allowed(classes)))
            }
        }
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
