//! Cross entropy of rows of logits whose classes several devices share: what each computes of its part, and the loss of all parts.

#![forbid(unsafe_code)]

use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Operands, Program, Row, Slot, Walk};
use hostnpu_engine::{Binary, Ternary, binary, pointwise, ternary};
use hostnpu_kernels::math;
use hostnpu_kernels::rows::{self, Total};
use hostnpu_tensor::Dtype;

/// `ln s - x`: the loss of the sum s of exponentials and the logit x of the class.
static LOG_LESS: Binary = Binary::new("log_of_sum", &[binary(math::log_of_sum)]);

/// `e^(x - m) / s`.
static SHARE: Ternary = Ternary::new("share", &[ternary(math::exp_share)]);

/// Plans the loss of each row from the sum of its exponentials and the logit of its class, less the largest one; and of logits their probabilities, from the largest of each row.
pub fn loss_of_sums(
    [largest, sums, predicted]: [Arg; 3],
    loss: Arg,
    logits: Option<(Arg, Arg)>,
) -> Result<Call> {
    let mut all = Sequence::default();
    let (sums, predicted, loss) = (all.add(sums), all.add(predicted), all.add(loss));
    if let Some((logits, probabilities)) = logits {
        let largest = all.add(largest);
        let (logits, probabilities) = (all.add(logits), all.add(probabilities));
        // The inputs are read before the loss is written.
        let column = [sums.view.layout.shape()[0], 1];
        let largest = all.reshaped_or_copied(&largest, &column)?;
        let of_rows = all.reshaped_or_copied(&sums, &column)?;
        let loss_of_rows = all.temporary(Dtype::F32, sums.view.layout.shape())?;
        all.then(pointwise::binary(
            &LOG_LESS,
            Dtype::F32,
            &[],
            sums,
            predicted,
            loss_of_rows.clone(),
        )?)?;
        all.then(pointwise::ternary(
            &SHARE,
            Dtype::F32,
            &[],
            logits,
            largest,
            of_rows,
            probabilities,
        )?)?;
        all.then(pointwise::copy(loss_of_rows, loss)?)?;
    } else {
        all.then(pointwise::binary(
            &LOG_LESS,
            Dtype::F32,
            &[],
            sums,
            predicted,
            loss,
        )?)?;
    }
    Ok(all.finish())
}

/// Outputs of [`exponentials_of_part`].
pub struct Part {
    /// The logit of the class less the largest one, or 0.
    pub predicted: Arg,
    /// Sums of exponentials.
    pub sums: Arg,
    /// Exponentials.
    pub exponentials: Arg,
    /// The class, counted from the first one here, or 0.
    pub offset: Arg,
    /// 1 where the class is not here, else 0.
    pub is_elsewhere: Arg,
}

/// Plans the exponentials of rows of logits less the largest one of each, their sums, and what the class of each row gets, of classes from `start` to `end`.
pub fn exponentials_of_part(
    logits: Arg,
    target: Arg,
    largest: Arg,
    (start, end): (i64, i64),
    out: Part,
) -> Result<Call> {
    let length = (end - start) as usize;
    let count = logits.view.numel().unwrap_or(0) / length;
    let mut operands = Operands::new(count, length);
    let (rows, one) = (Walk::rows(length), Walk::per_row());
    let program = PartOfRow {
        logits: operands.read(logits, rows),
        target: operands.read(target, one),
        largest: operands.read(largest, one),
        start: start as f64,
        predicted: operands.write(out.predicted, Dtype::F32, one),
        sums: operands.write(out.sums, Dtype::F32, one),
        exponentials: operands.write(out.exponentials, Dtype::F32, rows),
        offset: operands.write(out.offset, Dtype::I32, one),
        is_elsewhere: operands.write(out.is_elsewhere, Dtype::I32, one),
    };
    operands.run(program)
}

struct PartOfRow {
    logits: Slot,
    target: Slot,
    largest: Slot,
    start: f64,
    predicted: Slot,
    sums: Slot,
    exponentials: Slot,
    offset: Slot,
    is_elsewhere: Slot,
}

impl Program for PartOfRow {
    fn row(&self, row: &mut Row) {
        let class = row.one(self.target) - self.start;
        let here = (0.0..row.length() as f64).contains(&class);
        let class = if here { class as usize } else { 0 };
        let largest = row.one(self.largest);
        let (mut total, mut predicted) = (Total::default(), 0.0);
        for block in row.blocks() {
            row.load(self.logits, &block);
            let x = row.tile(self.logits, &block);
            if here && block.contains(&class) {
                predicted = x[class - block.start] - largest;
            }
            rows::exponentials_about(x, largest);
            total.add(rows::sum(x));
            row.store(self.exponentials, self.logits, &block);
            row.forget(self.logits);
        }
        row.put(
            self.predicted,
            if predicted.is_nan() {
                f64::NAN
            } else {
                predicted
            },
        );
        row.put(self.sums, total.sum());
        row.put(self.offset, class as f64);
        row.put(self.is_elsewhere, if here { 0.0 } else { 1.0 });
    }
}
