//! Margins between the classes that a row is of and those that it is not of.

use super::Combination;
use super::labels::{self, Ignored};
use super::nll::{read, write};
use crate::engine::dense::{self, Kernel, Operand, index_slice, slice, slice_mut};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_base::sync::stop;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Plans the loss of each of `rows` rows, or their sum or mean, and whether each class is one that the row is of: targets up to the first -1 name these. A target that is
/// neither a class nor -1 fails the task.
pub fn multilabel(
    rows: usize,
    [x, target]: [Arg; 2],
    how: Combination,
    loss: Arg,
    is_target: Arg,
) -> Result<Call> {
    let dtype = x.view.dtype;
    let classes = x.view.numel().unwrap_or(0) / rows.max(1);
    let kernel = Margins {
        rows,
        classes,
        dtype,
        how,
    };
    let mut all = Sequence::default();
    let [x, target, loss, is_target] = [x, target, loss, is_target].map(|arg| all.add(arg));
    let none = Ignored {
        label: -1,
        argument: None,
    };
    let target = labels::checked(&mut all, &target, classes, none)?;
    let operands = [
        Operand::read(x, dtype),
        Operand::read(target, Dtype::I64),
        Operand::write(loss, dtype),
        Operand::write(is_target, dtype),
    ];
    all.then(dense::plan(kernel, operands)?)?;
    Ok(all.finish())
}

struct Margins {
    rows: usize,
    classes: usize,
    dtype: Dtype,
    how: Combination,
}

impl Margins {
    /// The loss of a row of elements and targets, with what each class is written to.
    fn of_row(&self, x: &[f64], targets: IndexSlice<'_, i64>, is_target: &mut [bool]) -> f64 {
        let named = targets
            .iter()
            .map(|class| labels::class(class, self.classes));
        let named: Vec<usize> = named.map_while(|class| class).collect();
        is_target.fill(false);
        named.iter().for_each(|&class| is_target[class] = true);
        let mut sum = 0.0;
        for class in named {
            // As many passes over the row as it has labels.
            stop::check();
            for (&other, &skipped) in x.iter().zip(&*is_target) {
                let margin = 1.0 - x[class] + other;
                sum += if margin > 0.0 && !skipped {
                    margin
                } else {
                    0.0
                };
            }
        }
        sum / self.classes as f64
    }
}

impl Kernel for Margins {
    fn cost(&self) -> usize {
        self.rows.saturating_mul(self.classes).saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        with_alignment(8 * self.rows)
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let losses = scratch.take(8 * self.rows)?.expose_provenance();
        let classes = self.classes;
        parallel::for_each_piece(self.rows, |row| {
            let first = row * classes;
            let mut is_target = vec![false; classes];
            // SAFETY: the operands as they were planned; rows are different elements.
            unsafe {
                let x: Vec<f64> = (first..first + classes)
                    .map(|at| read(self.dtype, places[0], at))
                    .collect();
                let targets = index_slice::<i64>(places[1] + 8 * first, classes);
                let loss = self.of_row(&x, targets, &mut is_target);
                for (class, &is_target) in is_target.iter().enumerate() {
                    let value = if is_target { 1.0 } else { 0.0 };
                    write(self.dtype, places[3], first + class, value);
                }
                match self.how {
                    Combination::None => write(self.dtype, places[2], row, loss),
                    _ => slice_mut::<f64>(losses + 8 * row, 1)[0] = loss,
                }
            }
        });
        if self.how != Combination::None {
            // SAFETY: written above; the output is one element.
            unsafe {
                let sum: f64 = slice::<f64>(losses, self.rows).iter().sum();
                let divisor = match self.how {
                    Combination::Mean => self.rows as f64,
                    _ => 1.0,
                };
                write(self.dtype, places[2], 0, sum / divisor);
            }
        }
        Ok(())
    }
}
