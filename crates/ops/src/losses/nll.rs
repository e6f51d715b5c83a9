//! The negative logarithmic likelihood of classes, and its gradient: of each row of logarithms of probabilities, the one of the target's class counts.

#![forbid(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

use super::Combination;
use super::labels::{Ignored, Labels};
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::grain;
use hostnpu_engine::likelihood::{ClassGradients, ClassLosses};
use hostnpu_engine::operands::{
    Read, ReadFloats, ReadIndices, Temporary, WriteFloats, kernel, operands,
};
use hostnpu_tensor::{Dtype, cuts};

/// Axes of a tensor of classes: `rows` times `classes` times `inner` elements, with a target for each row and inner position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Extents before the axis of the classes.
    pub rows: usize,
    /// Number of classes.
    pub classes: usize,
    /// Extents behind it.
    pub inner: usize,
}

impl Classes {
    /// Of a tensor with classes on its second axis, or its only one.
    pub fn new(shape: &[i64]) -> Self {
        let axis = shape.len().saturating_sub(1).min(1);
        let product = |extents: &[i64]| extents.iter().product::<i64>() as usize;
        let (rows, rest) = shape.split_at(axis);
        Self {
            rows: product(rows),
            classes: rest.first().map_or(1, |&extent| extent as usize),
            inner: product(rest.get(1..).unwrap_or_default()),
        }
    }

    fn positions(self) -> usize {
        self.rows * self.inner
    }

    /// Refuses targets and weights of other numbers than there are positions and classes.
    fn check(self, target: &Arg, weight: &Arg) -> Result<()> {
        for (arg, count) in [(target, self.positions()), (weight, self.classes)] {
            if arg.view.numel() != Some(count) {
                return Err(Error::value(
                    arg.name,
                    "another number of elements",
                    count.to_string(),
                ));
            }
        }
        Ok(())
    }
}

/// Operands of the loss.
pub struct NllLoss {
    /// Logarithms of probabilities.
    pub input: Arg,
    /// The class of each position.
    pub target: Arg,
    /// The weight of each class.
    pub weight: Arg,
    /// The loss of each position, or one.
    pub out: Arg,
    /// The sum of the weights, where losses are added.
    pub total_weight: Arg,
}

operands! {
    struct Loss => LossAt {
        input: ReadFloats,
        target: ReadIndices<i64>,
        weight: Read<f32>,
        out: WriteFloats,
        total_weight: Option<WriteFloats>,
        /// Of each piece: of losses, and of weights.
        sums: Temporary<[f64; 2]>,
    }
}

/// Plans the loss of each position, or their sum, divided by that of the weights if a mean is asked for. A target that is neither a class nor `ignored` fails the task.
pub fn nll_loss(operands: NllLoss, ignored: Ignored, how: Combination) -> Result<Call> {
    let NllLoss {
        input,
        target,
        weight,
        out,
        total_weight,
    } = operands;
    let (of, dtype) = (Classes::new(input.view.layout.shape()), input.view.dtype);
    of.check(&target, &weight)?;
    let is_added = how != Combination::None;
    out.require_numel(match is_added {
        true => 1,
        false => of.positions(),
    })?;
    let total_weight = is_added.then_some(total_weight);
    if let Some(total_weight) = &total_weight {
        total_weight.require_numel(1)?;
    }
    let labels = Labels::of(&target, of.classes, ignored);
    let pieces = of.positions().div_ceil(grain::COMPUTED);
    let operands = Loss {
        input: input.into(),
        target: target.into(),
        weight: weight.into(),
        out: WriteFloats::of(out, dtype),
        total_weight: total_weight.map(|total| WriteFloats::of(total, dtype)),
        sums: Temporary::of(if is_added { pieces } else { 0 }),
    };
    let cost = of.positions().saturating_mul(64);
    kernel(operands, cost, move |mut at: LossAt| {
        labels.check(at.target)?;
        let has_changed = AtomicBool::new(false);
        let losses = ClassLosses {
            logarithms: &at.input,
            labels: at.target,
            ignored: ignored.label,
            weights: at.weight,
            inner: of.inner,
        };
        let Some(mut total_weight) = at.total_weight.take() else {
            cuts::for_each_part(at.out.chunks(grain::COMPUTED), |piece, out| {
                // Of a label that has changed since it was checked nothing was promised.
                losses.write(piece * grain::COMPUTED, out);
            });
            return Ok(());
        };
        cuts::for_each_part(cuts::chunks(&mut *at.sums, 1), |piece, sum| {
            let first = piece * grain::COMPUTED;
            let sums = losses.sums(first..of.positions().min(first + grain::COMPUTED));
            sum[0] = sums.unwrap_or_else(|| {
                has_changed.store(true, Ordering::Relaxed);
                [0.0; 2]
            });
        });
        // Nothing is written yet.
        if has_changed.load(Ordering::Relaxed) {
            return Err(labels.changed());
        }
        let add = |sum: [f64; 2], one: [f64; 2]| [sum[0] + one[0], sum[1] + one[1]];
        let [loss, weight] = at.sums.iter().copied().fold([0.0; 2], add);
        let loss = match how {
            Combination::Mean => loss / weight,
            _ => loss,
        };
        at.out.set(0, loss);
        total_weight.set(0, weight);
        Ok(())
    })
}

/// Operands of the gradient.
pub struct NllLossBackward {
    /// The gradient of the loss of each position, or of their sum.
    pub grad_output: Arg,
    /// The class of each position.
    pub target: Arg,
    /// The weight of each class.
    pub weight: Arg,
    /// The sum of the weights.
    pub total_weight: Arg,
    /// The gradient by the logarithms of probabilities.
    pub out: Arg,
}

operands! {
    struct Backward => BackwardAt {
        grad_output: Read<f32>,
        target: ReadIndices<i64>,
        weight: Read<f32>,
        total_weight: Read<f32>,
        out: WriteFloats,
        /// The gradient of a position of each class, where all positions have one gradient.
        of_class: Temporary<f64>,
    }
}

/// Plans the gradient of [`nll_loss`] by its input, in `dtype`.
pub fn nll_loss_backward(
    operands: NllLossBackward,
    ignored: Ignored,
    how: Combination,
    dtype: Dtype,
) -> Result<Call> {
    let NllLossBackward {
        grad_output,
        target,
        weight,
        total_weight,
        out,
    } = operands;
    let of = Classes::new(out.view.layout.shape());
    of.check(&target, &weight)?;
    total_weight.require_numel(1)?;
    let of_each = grad_output.view.numel() != Some(1);
    if of_each {
        grad_output.require_numel(of.positions())?;
    }
    let labels = Labels::of(&target, of.classes, ignored);
    let bytes = of.positions() * of.classes * (dtype.bits() / 8);
    let operands = Backward {
        grad_output: grad_output.into(),
        target: target.into(),
        weight: weight.into(),
        total_weight: total_weight.into(),
        out: WriteFloats::of(out, dtype),
        of_class: Temporary::of(match of_each || of.inner == 1 {
            true => 0,
            false => of.classes,
        }),
    };
    let cost = bytes.saturating_add(of.positions().saturating_mul(64));
    kernel(operands, cost, move |at: BackwardAt| {
        labels.check(at.target)?;
        let divisor = match how {
            Combination::Mean => at.total_weight[0].into(),
            _ => 1.0,
        };
        if of.inner == 1 {
            let rows = (grain::COMPUTED / of.classes.max(1)).max(1);
            let of_classes = ClassGradients {
                labels: at.target,
                ignored: ignored.label,
                weights: at.weight,
                gradients: at.grad_output,
                divisor,
            };
            let parts = at.out.chunks((rows * of.classes).max(1));
            cuts::for_each_part(parts, |piece, out| of_classes.write(piece * rows, out));
            return Ok(());
        }
        let gradient = |class: usize, grad: f32| {
            let weight = f64::from(at.weight[class]);
            -weight * f64::from(grad) / divisor
        };
        for (class, value) in at.of_class.iter_mut().enumerate() {
            *value = gradient(class, at.grad_output[0]);
        }
        let blocks = at
            .out
            .blocks([of.rows, of.classes, of.inner], grain::COMPUTED);
        cuts::for_each_part(blocks, |_, mut out| {
            out.clear();
            for row in out.planes() {
                for inside in out.columns() {
                    let position = row * of.inner + inside;
                    if let Some(class) = labels.class(at.target, position) {
                        let value = match of_each {
                            true => gradient(class, at.grad_output[position]),
                            false => at.of_class[class],
                        };
                        out.set(row, class, inside, value);
                    }
                }
            }
        });
        Ok(())
    })
}
