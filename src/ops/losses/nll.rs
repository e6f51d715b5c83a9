//! The negative logarithmic likelihood of classes, and its gradient: of each row of logarithms of probabilities, the one of the target's class counts.

use super::Combination;
use crate::error::Result;
use crate::kernels::convert::between;
use crate::ops::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use crate::ops::{Arg, Call};
use crate::tensor::scratch::{Scratch, with_alignment};
use crate::tensor::{Dtype, parallel};

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
    fn positions(self) -> usize {
        self.rows * self.inner
    }

    /// The element of a position's class, unless that is the ignored one or none.
    fn element(self, position: usize, class: i64, ignored: i64) -> Option<(usize, usize)> {
        let class = usize::try_from(class)
            .ok()
            .filter(|&known| known < self.classes && class != ignored)?;
        let (row, inside) = (position / self.inner, position % self.inner);
        Some((class, (row * self.classes + class) * self.inner + inside))
    }
}

/// Positions that one thread takes at a time.
const PIECE: usize = 1 << 14;

/// Reads an element of a floating-point type of up to 32 bits.
///
/// # Safety
/// There is one at that place.
pub(super) unsafe fn read(dtype: Dtype, place: usize, number: usize) -> f64 {
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
pub(super) unsafe fn write(dtype: Dtype, place: usize, number: usize, value: f64) {
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

/// Plans the loss of each position, or their sum, divided by that of the weights if a mean is asked for; `total` gets the sum of the weights where losses are added.
pub fn nll(
    of: Classes,
    [x, target, weight]: [Arg; 3],
    ignored: i64,
    how: Combination,
    output: Arg,
    total: Arg,
) -> Result<Call> {
    let dtype = x.view.dtype;
    let kernel = Nll {
        of,
        dtype,
        ignored,
        how,
    };
    let mut operands = vec![
        Operand::read(x, dtype),
        Operand::read(target, Dtype::I64),
        Operand::read(weight, Dtype::F32),
        Operand::write(output, dtype),
    ];
    if how != Combination::None {
        operands.push(Operand::write(total, dtype));
    }
    dense::plan(kernel, operands)
}

struct Nll {
    of: Classes,
    dtype: Dtype,
    ignored: i64,
    how: Combination,
}

impl Nll {
    fn pieces(&self) -> usize {
        self.of.positions().div_ceil(PIECE)
    }
}

impl Kernel for Nll {
    fn cost(&self) -> usize {
        self.of.positions().saturating_mul(64)
    }

    fn scratch(&self) -> usize {
        with_alignment(16 * self.pieces())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (of, count, pieces) = (self.of, self.of.positions(), self.pieces());
        let sums = scratch.take(16 * pieces)?.expose_provenance();
        // SAFETY: the operands as they were planned.
        let (targets, weights) = unsafe {
            (
                slice::<i64>(places[1], count),
                slice::<f32>(places[2], of.classes),
            )
        };
        parallel::for_each_piece(pieces, |piece| {
            let (mut loss, mut total) = (0.0, 0.0);
            let first = piece * PIECE;
            let own = &targets[first..count.min(first + PIECE)];
            for (position, &target) in (first..).zip(own) {
                let element = of.element(position, target, self.ignored);
                let (mut one, mut weight) = (0.0, 0.0);
                if let Some((class, element)) = element {
                    weight = f64::from(weights[class]);
                    // SAFETY: an element of the input.
                    one = -weight * unsafe { read(self.dtype, places[0], element) };
                }
                if self.how == Combination::None {
                    // SAFETY: positions are different elements of the output.
                    unsafe { write(self.dtype, places[3], position, one) };
                }
                loss += one;
                total += weight;
            }
            // SAFETY: two numbers for each piece.
            unsafe { slice_mut::<[f64; 2]>(sums + 16 * piece, 1)[0] = [loss, total] };
        });
        if self.how == Combination::None {
            return Ok(());
        }
        // SAFETY: written above.
        let parts = unsafe { slice::<[f64; 2]>(sums, pieces) };
        let [loss, total] = parts
            .iter()
            .fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        let loss = match self.how {
            Combination::Mean => loss / total,
            _ => loss,
        };
        // SAFETY: both outputs are one element.
        unsafe {
            write(self.dtype, places[3], 0, loss);
            write(self.dtype, places[4], 0, total);
        }
        Ok(())
    }
}

/// Plans the gradient of [`nll`] by its input, in `dtype`, of the gradient of each loss or of their sum.
pub fn nll_slope(
    of: Classes,
    [grad, target, weight, total]: [Arg; 4],
    ignored: i64,
    (how, dtype): (Combination, Dtype),
    output: Arg,
) -> Result<Call> {
    let of_each = grad.view.numel() != Some(1);
    let kernel = Slope {
        of,
        dtype,
        ignored,
        is_mean: how == Combination::Mean,
        of_each,
    };
    let operands = [
        Operand::read(grad, Dtype::F32),
        Operand::read(target, Dtype::I64),
        Operand::read(weight, Dtype::F32),
        Operand::read(total, Dtype::F32),
        Operand::write(output, dtype),
    ];
    dense::plan(kernel, operands)
}

struct Slope {
    of: Classes,
    dtype: Dtype,
    ignored: i64,
    is_mean: bool,
    of_each: bool,
}

impl Slope {
    fn bytes(&self) -> usize {
        self.of.positions() * self.of.classes * (self.dtype.bits() / 8)
    }
}

impl Kernel for Slope {
    fn cost(&self) -> usize {
        self.bytes()
            .saturating_add(self.of.positions().saturating_mul(64))
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        const ZEROS: usize = 1 << 18;
        let (of, bytes, count) = (self.of, self.bytes(), self.of.positions());
        parallel::for_each_piece(bytes.div_ceil(ZEROS), |piece| {
            let first = piece * ZEROS;
            let length = ZEROS.min(bytes - first);
            // SAFETY: a part of the output.
            unsafe { slice_mut::<u8>(places[4] + first, length) }.fill(0);
        });
        let grads = if self.of_each { count } else { 1 };
        // SAFETY: the operands as they were planned.
        let (grads, targets, weights, total) = unsafe {
            (
                slice::<f32>(places[0], grads),
                slice::<i64>(places[1], count),
                slice::<f32>(places[2], of.classes),
                slice::<f32>(places[3], 1)[0],
            )
        };
        let divisor = if self.is_mean { total.into() } else { 1.0 };
        parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
            for position in piece * PIECE..count.min((piece + 1) * PIECE) {
                let element = of.element(position, targets[position], self.ignored);
                if let Some((class, element)) = element {
                    let grad = f64::from(grads[if self.of_each { position } else { 0 }]);
                    let slope = -f64::from(weights[class]) * grad / divisor;
                    // SAFETY: positions have different elements of the output.
                    unsafe { write(self.dtype, places[4], element, slope) };
                }
            }
        });
        Ok(())
    }
}
