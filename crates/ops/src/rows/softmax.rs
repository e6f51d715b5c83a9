//! Softmax, its logarithm, and their gradients.

#![forbid(unsafe_code)]

use super::source::{Rows, Source};
use crate::{Arg, Call, ImplMode, impl_mode};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{FloatRow, Program, Row, Slot};
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows::{self, Exponentials, Total, floats};
use hostnpu_kernels::single;
use hostnpu_tensor::Dtype;

/// Scale, mask and repeated addends of the rows of a softmax.
#[derive(Default)]
pub struct Scaled {
    /// Elements that are replaced, or whose gradients are 0: those where this is true. It broadcasts.
    pub mask: Option<Arg>,
    /// Tensors that are added, which broadcast.
    pub added: Vec<Arg>,
    /// Factor of elements, or of gradients.
    pub scale: Option<f64>,
}

/// Elements that a mask hides have this value.
const MASKED: f64 = -10000.0;

/// Plans `output = softmax(input)` over an axis, or its logarithm, computed in `compute`.
pub fn softmax(
    is_log: bool,
    compute: Dtype,
    input: Arg,
    axis: usize,
    scaled: Scaled,
    output: Arg,
) -> Result<Call> {
    let (input_arg, output) = (input.with_axis_last(axis)?, output.with_axis_last(axis)?);
    let shape = input_arg.view.layout.shape().to_vec();
    let rows = Rows::of(&shape, 1);
    let mut operands = rows.operands();
    let mut input = Source::new(0);
    input.add(
        operands.read_in(input_arg, compute, rows.walk),
        scaled.scale.unwrap_or(1.0),
    );
    for added in scaled.added {
        input.add(operands.read_as(added, &shape, rows.walk), 1.0);
    }
    if let Some(mask) = scaled.mask {
        input.mask(operands.read_as(mask, &shape, rows.walk), MASKED);
    }
    let output = operands.write(output, compute, rows.walk);
    operands.run(Softmax {
        is_log,
        is_wide: compute == Dtype::F64,
        is_fast: impl_mode() == ImplMode::HighPerformance,
        input,
        output,
    })
}

struct Softmax {
    is_log: bool,
    is_wide: bool,
    /// In float, where a row is one of floats.
    is_fast: bool,
    input: Source,
    output: Slot,
}

impl Softmax {
    /// Makes exponentials of elements.
    fn exponentials(&self, x: &mut [f64], largest: f64) -> Exponentials {
        match self.is_wide {
            true => rows::wide_exponentials(x, largest),
            false => rows::exponentials(x, largest),
        }
    }

    /// Returns the sums of [`Softmax::exponentials`].
    fn sum(&self, x: &[f64], largest: f64) -> Exponentials {
        match self.is_wide {
            true => rows::wide_exponential_sum(x, largest),
            false => rows::exponential_sum(x, largest),
        }
    }
}

impl Program for Softmax {
    fn tiles(&self) -> usize {
        1
    }

    fn row(&self, row: &mut Row) {
        if !self.is_wide
            && let Some(input) = self.input.alone()
            && let Some(found) = row.floats_to(input, self.output, row.own(0))
        {
            let FloatRow {
                input: x,
                output: y,
                tile,
            } = found;
            return match self.is_log {
                true => floats::log_softmax(y, x),
                false if self.is_fast => single::rows::softmax(y, x),
                false => floats::softmax(y, x, tile),
            };
        }
        let mut largest = f64::NEG_INFINITY;
        for block in row.blocks() {
            let tile = self.input.tile(row, &block);
            let x = row.tile(tile, &block);
            largest = largest.max(rows::largest(x));
        }
        // Where a row is one block, its exponentials stay in the tile.
        let stay = !self.is_log && row.length() <= BLOCK;
        let mut all = Exponentials::default();
        for block in row.blocks() {
            let tile = self.input.tile(row, &block);
            let x = row.tile(tile, &block);
            all = all.and(match stay {
                true => self.exponentials(x, largest),
                false => self.sum(x, largest),
            });
        }
        let (sum, logarithm) = (all.sum(), all.logarithm());
        for block in row.blocks() {
            let tile = self.input.tile(row, &block);
            let y = row.tile(tile, &block);
            if !self.is_log && !stay {
                self.exponentials(y, largest);
            }
            match self.is_log {
                // One NaN for all: which of two an operation gives may differ between compilations.
                _ if sum.is_nan() => y.fill(f64::NAN),
                true => rows::log_softmax(y, largest, logarithm),
                false if self.is_wide => rows::quotients(y, sum),
                false => rows::divide(y, sum),
            }
            row.store(self.output, tile, &block);
            row.forget(tile);
        }
    }
}

/// Plans the gradient by a softmax's input, or its logarithm's, of the gradient by its output and of that output, over an axis, rounded to `compute`.
pub fn softmax_gradient(
    is_log: bool,
    compute: Dtype,
    [gradient, result]: [Arg; 2],
    axis: usize,
    scaled: Scaled,
    output: Arg,
) -> Result<Call> {
    let shape = gradient.with_axis_last(axis)?.view.layout.shape().to_vec();
    let rows = Rows::of(&shape, 1);
    let mut operands = rows.operands();
    let gradient = operands.read(gradient.with_axis_last(axis)?, rows.walk);
    let result = operands.read(result.with_axis_last(axis)?, rows.walk);
    let mask = scaled
        .mask
        .map(|mask| operands.read_as(mask, &shape, rows.walk));
    let output = operands.write(output.with_axis_last(axis)?, compute, rows.walk);
    operands.run(Gradient {
        is_log,
        scale: scaled.scale.unwrap_or(1.0),
        gradient,
        result,
        mask,
        output,
    })
}

struct Gradient {
    is_log: bool,
    scale: f64,
    gradient: Slot,
    result: Slot,
    mask: Option<Slot>,
    output: Slot,
}

impl Program for Gradient {
    fn row(&self, row: &mut Row) {
        let mut total = Total::default();
        for block in row.blocks() {
            row.load(self.gradient, &block);
            row.load(self.result, &block);
            let [g, y] = row.tiles([self.gradient, self.result], &block);
            total.add(match self.is_log {
                true => rows::sum(g),
                false => rows::products(g, y),
            });
        }
        for block in row.blocks() {
            row.load(self.gradient, &block);
            row.load(self.result, &block);
            let [g, y] = row.tiles([self.gradient, self.result], &block);
            match self.is_log {
                _ if total.sum().is_nan() => g.fill(f64::NAN),
                true => rows::log_softmax_gradient(g, y, total.sum()),
                false => rows::softmax_gradient(g, y, total.sum(), self.scale),
            }
            if let Some(mask) = self.mask {
                row.load(mask, &block);
                let [g, mask] = row.tiles([self.gradient, mask], &block);
                rows::mask(g, mask, 0.0);
            }
            row.store(self.output, self.gradient, &block);
            row.forget(self.gradient);
        }
    }
}
