//! Margins between the classes that a row is of and those that it is not of.

#![forbid(unsafe_code)]

use super::Combination;
use super::labels::{Ignored, Labels};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_base::sync::stop;
use hostnpu_engine::grain;
use hostnpu_engine::operands::{ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands};
use hostnpu_tensor::cuts;

/// Operands of the loss.
pub struct MultilabelMargin {
    /// Rows of an element for each class, or one row.
    pub input: Arg,
    /// Classes that a row is of, up to the first -1.
    pub target: Arg,
    /// The loss of each row, or of all.
    pub out: Arg,
    /// 1 for each class that a row is of, else 0.
    pub is_target: Arg,
}

operands! {
    struct Margins => MarginsAt {
        input: ReadFloats,
        target: ReadIndices<i64>,
        out: WriteFloats,
        is_target: WriteFloats,
        losses: Temporary<f64>,
        /// A row of elements, and whether it is of each class.
        elements: Temporary<f64>,
        named: Temporary<u8>,
    }
}

/// Plans the loss of each row, or their sum or mean, and whether each class is one that the row is of. A target that is neither a class nor -1 fails the task.
pub fn multilabel_margin(of: MultilabelMargin, how: Combination) -> Result<Call> {
    let dtype = of.input.view.dtype;
    let shape = of.input.view.layout.shape();
    let rows = if shape.len() > 1 {
        shape[0] as usize
    } else {
        1
    };
    let count = of.input.view.numel().unwrap_or(0);
    let classes = count / rows.max(1);
    of.target.require_numel(count)?;
    of.is_target.require_numel(count)?;
    of.out.require_numel(match how {
        Combination::None => rows,
        _ => 1,
    })?;
    let none = Ignored {
        label: -1,
        argument: None,
    };
    let labels = Labels::of(&of.target, classes, none);
    let memory = classes.saturating_mul(rows.min(grain::LONG_ROWS));
    let operands = Margins {
        input: of.input.into(),
        target: of.target.into(),
        out: WriteFloats::of(of.out, dtype),
        is_target: WriteFloats::of(of.is_target, dtype),
        losses: Temporary::of(rows),
        elements: Temporary::of(memory),
        named: Temporary::of(memory),
    };
    let cost = count.saturating_mul(64);
    kernel(operands, cost, move |mut at: MarginsAt| {
        labels.check(at.target)?;
        let memory = (
            cuts::chunks(at.elements, classes),
            cuts::chunks(at.named, classes),
        );
        let parts = (
            at.is_target.chunks(classes),
            cuts::chunks(&mut *at.losses, 1),
        );
        cuts::for_each_part_with(memory, parts, |row, (x, named), (mut is_target, loss)| {
            let first = row * classes;
            at.input.load(first..first + classes, x);
            let listed = (first..first + classes).map(|number| labels.class(at.target, number));
            loss[0] = row_loss(x, listed.map_while(|class| class), named);
            for (class, &named) in named.iter().enumerate() {
                is_target.set(class, named.into());
            }
        });
        if how == Combination::None {
            for (row, &loss) in at.losses.iter().enumerate() {
                at.out.set(row, loss);
            }
            return Ok(());
        }
        let sum: f64 = at.losses.iter().sum();
        let divisor = match how {
            Combination::Mean => rows as f64,
            _ => 1.0,
        };
        at.out.set(0, sum / divisor);
        Ok(())
    })
}

/// Returns the loss of a row, and marks the classes that it is of.
fn row_loss(x: &[f64], classes: impl Iterator<Item = usize> + Clone, named: &mut [u8]) -> f64 {
    named.fill(0);
    classes.clone().for_each(|class| named[class] = 1);
    let mut sum = 0.0;
    for class in classes {
        // As many passes over the row as it has labels.
        stop::check();
        for (&other, &named) in x.iter().zip(&*named) {
            let margin = 1.0 - x[class] + other;
            sum += if margin > 0.0 && named == 0 {
                margin
            } else {
                0.0
            };
        }
    }
    sum / x.len() as f64
}
