//! The negative logarithmic likelihood of classes, and its gradient: of each row of logarithms of probabilities, the one of the target's class counts.

use super::Combination;
use super::labels::{self, Ignored};
use crate::engine::dense::{slice, slice_mut};
use crate::engine::floats::FloatsMut;
use crate::engine::operands::{Read, ReadFloats, Temporary, WriteFloats, kernel, operands};
use crate::sequence::Sequence;
use crate::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::convert::between;
use hostnpu_tensor::{Dtype, cuts};

/// Where classes lie: `rows` times `classes` times `inner` elements, with a target for each row and inner position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Extents before the axis of the classes.
    pub rows: usize,
    /// How many there are.
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

/// Positions that one thread takes at a time.
const PIECE: usize = 1 << 14;

/// Reads an element of a floating-point type of up to 32 bits.
///
/// # Safety
/// There is one at that place.
pub unsafe fn read(dtype: Dtype, place: usize, number: usize) -> f64 {
    let mut one = [0.0];
    // SAFETY: the caller's promise.
    unsafe {
        match dtype {
            Dtype::F16 => between(slice::<half::f16>(place + 2 * number, 1), &mut one),
            Dtype::Bf16 => between(slice::<half::bf16>(place + 2 * number, 1), &mut one),
            Dtype::F64 => one = [slice::<f64>(place + 8 * number, 1)[0]],
            _ => one = [slice::<f32>(place + 4 * number, 1)[0].into()],
        }
    }
    one[0]
}

/// Writes an element of such a type, rounded once.
///
/// # Safety
/// There is one at that place, which nothing else uses.
pub unsafe fn write(dtype: Dtype, place: usize, number: usize, value: f64) {
    // Of all NaN one.
    let one = [if value.is_nan() { f64::NAN } else { value }];
    // SAFETY: the caller's promise.
    unsafe {
        match dtype {
            Dtype::F16 => between(&one, slice_mut::<half::f16>(place + 2 * number, 1)),
            Dtype::Bf16 => between(&one, slice_mut::<half::bf16>(place + 2 * number, 1)),
            Dtype::F64 => slice_mut::<f64>(place + 8 * number, 1)[0] = one[0],
            _ => slice_mut::<f32>(place + 4 * number, 1)[0] = one[0] as f32,
        }
    }
}

operands! {
    struct Loss => LossAt {
        x: ReadFloats,
        /// Checked.
        target: Read<i64>,
        weight: Read<f32>,
        /// One for each position, or one.
        loss: WriteFloats,
        /// The sum of the weights, where losses are added.
        total: Option<WriteFloats>,
        /// Of each piece: of losses, and of weights.
        sums: Temporary<[f64; 2]>,
    }
}

/// Plans the loss of each position, or their sum, divided by that of the weights if a mean is asked for; `total` gets the sum of the weights where losses are added.
/// A target that is neither a class nor `ignored` fails the task.
pub fn nll(
    inputs: [Arg; 3],
    ignored: Ignored,
    how: Combination,
    loss: Arg,
    total: Arg,
) -> Result<Call> {
    let mut all = Sequence::default();
    let [x, target, weight] = inputs.map(|input| all.add(input));
    let (of, dtype) = (Classes::new(x.view.layout.shape()), x.view.dtype);
    of.check(&target, &weight)?;
    let is_added = how != Combination::None;
    let loss = all.add(loss);
    let total = is_added.then(|| all.add(total));
    let target = labels::checked(&mut all, &target, of.classes, ignored)?;
    let operands = Loss {
        x: x.into(),
        target: target.into(),
        weight: weight.into(),
        loss: WriteFloats::of(loss, dtype),
        total: total.map(|total| WriteFloats::of(total, dtype)),
        sums: Temporary::of(if is_added {
            of.positions().div_ceil(PIECE)
        } else {
            0
        }),
    };
    let call = kernel(
        operands,
        of.positions().saturating_mul(64),
        move |mut at: LossAt| {
            let one = |position: usize| {
                let Some(class) = labels::class(at.target[position], of.classes) else {
                    return [0.0, 0.0];
                };
                let (row, inside) = (position / of.inner, position % of.inner);
                let weight = f64::from(at.weight[class]);
                let x = at.x.get((row * of.classes + class) * of.inner + inside);
                [-weight * x, weight]
            };
            let Some(mut total) = at.total.take() else {
                cuts::for_each_part(at.loss.chunks(PIECE), |piece, mut loss: FloatsMut| {
                    (0..loss.count()).for_each(|i| loss.set(i, one(piece * PIECE + i)[0]));
                });
                return Ok(());
            };
            let add = |sum: [f64; 2], one: [f64; 2]| [sum[0] + one[0], sum[1] + one[1]];
            cuts::for_each_part(cuts::chunks(&mut *at.sums, 1), |piece, sum| {
                let positions = piece * PIECE..of.positions().min((piece + 1) * PIECE);
                sum[0] = positions.map(one).fold([0.0; 2], add);
            });
            let [loss, weight] = at.sums.iter().copied().fold([0.0; 2], add);
            at.loss.set(
                0,
                if how == Combination::Mean {
                    loss / weight
                } else {
                    loss
                },
            );
            total.set(0, weight);
            Ok(())
        },
    )?;
    all.then(call)?;
    Ok(all.finish())
}

operands! {
    struct Slope => SlopeAt {
        /// Of each loss, or of their sum.
        grad: Read<f32>,
        /// Checked.
        target: Read<i64>,
        weight: Read<f32>,
        total: Read<f32>,
        slope: WriteFloats,
    }
}

/// Plans the gradient of [`nll`] by its input, in `dtype`, of the gradient of each loss or of their sum.
pub fn nll_slope(
    inputs: [Arg; 4],
    ignored: Ignored,
    (how, dtype): (Combination, Dtype),
    slope: Arg,
) -> Result<Call> {
    let mut all = Sequence::default();
    let [grad, target, weight, total] = inputs.map(|input| all.add(input));
    let slope = all.add(slope);
    let (of, of_each) = (
        Classes::new(slope.view.layout.shape()),
        grad.view.numel() != Some(1),
    );
    of.check(&target, &weight)?;
    let target = labels::checked(&mut all, &target, of.classes, ignored)?;
    let bytes = of.positions() * of.classes * (dtype.bits() / 8);
    let operands = Slope {
        grad: grad.into(),
        target: target.into(),
        weight: weight.into(),
        total: total.into(),
        slope: WriteFloats::of(slope, dtype),
    };
    let cost = bytes.saturating_add(of.positions().saturating_mul(64));
    let call = kernel(operands, cost, move |at: SlopeAt| {
        let divisor = if how == Combination::Mean {
            at.total[0].into()
        } else {
            1.0
        };
        let blocks = at.slope.blocks([of.rows, of.classes, of.inner], PIECE);
        cuts::for_each_part(blocks, |_, mut slope| {
            slope.clear();
            for row in slope.planes() {
                for inside in slope.columns() {
                    let position = row * of.inner + inside;
                    if let Some(class) = labels::class(at.target[position], of.classes) {
                        let grad = f64::from(at.grad[if of_each { position } else { 0 }]);
                        slope.set(
                            row,
                            class,
                            inside,
                            -f64::from(at.weight[class]) * grad / divisor,
                        );
                    }
                }
            }
        });
        Ok(())
    })?;
    all.then(call)?;
    Ok(all.finish())
}
