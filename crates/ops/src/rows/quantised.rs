//! Normalisation of channels of integers by given statistics.

#![forbid(unsafe_code)]

use super::source::Batch;
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::rows::{Program, Row, Slot, Walk};
use hostnpu_kernels::rows::Quantiser;
use hostnpu_tensor::Dtype;

/// Integers that stand for numbers, `scale * (integer - zero)`.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The distance of neighbours.
    pub scale: f32,
    /// The integer that stands for 0.
    pub zero: i32,
}

/// A normalisation of integers. Each step is rounded to FLOAT.
pub struct Quantised {
    /// Input, with channels in dimension 1.
    pub input: Arg,
    /// Mean and variance of each channel.
    pub statistics: [Arg; 2],
    /// Weights and biases of the channels; 1 and 0 for none.
    pub parameters: [Option<Arg>; 2],
    /// Number that is added to variances.
    pub epsilon: f32,
    /// Scales of the integers of input and output.
    pub scales: [Scale; 2],
    /// The result, of the type of the input.
    pub output: Arg,
}

/// Plans a normalisation of integers.
pub fn quantised(of: Quantised) -> Result<Call> {
    let batch = Batch::of(of.input.view.layout.shape(), 1);
    let rows = batch.rows();
    let dtype = of.output.view.dtype;
    let mut operands = rows.operands();
    let input = operands.read(batch.view(of.input)?, rows.walk);
    let mut per_row = |arg: Arg| operands.read(arg, Walk::per_row());
    let statistics = of.statistics.map(&mut per_row);
    let parameters = of.parameters.map(|arg| arg.map(&mut per_row));
    // The types that programs store in.
    let stored = if dtype == Dtype::I32 {
        dtype
    } else {
        Dtype::F64
    };
    let output = operands.write(batch.view(of.output)?, stored, rows.walk);
    let limits = match dtype {
        Dtype::I8 => [i8::MIN.into(), i8::MAX.into()],
        Dtype::U8 => [u8::MIN.into(), u8::MAX.into()],
        _ => [i32::MIN.into(), i32::MAX.into()],
    };
    operands.run(Channels {
        input,
        statistics,
        parameters,
        output,
        epsilon: of.epsilon,
        scales: of.scales,
        limits,
    })
}

struct Channels {
    input: Slot,
    statistics: [Slot; 2],
    parameters: [Option<Slot>; 2],
    output: Slot,
    epsilon: f32,
    scales: [Scale; 2],
    limits: [f64; 2],
}

impl Program for Channels {
    fn row(&self, row: &mut Row) {
        let [mean, variance] = self.statistics.map(|slot| row.one(slot) as f32);
        let number = |slot: Option<Slot>, none| slot.map_or(none, |slot| row.one(slot) as f32);
        let [weight, bias] = self.parameters;
        let (weight, bias) = (number(weight, 1.0), number(bias, 0.0));
        let [from, to] = self.scales;
        let scale = weight / (variance + self.epsilon).sqrt();
        let quantiser = Quantiser {
            before: from.zero.wrapping_neg() as f32,
            factor: scale * (from.scale / to.scale),
            addend: (-scale * mean + bias) * (1.0 / to.scale),
            after: to.zero as f32,
            limits: self.limits,
        };
        for block in row.blocks() {
            row.load(self.input, &block);
            let y = row.tile(self.input, &block);
            quantiser.apply(y);
            row.store(self.output, self.input, &block);
            row.forget(self.input);
        }
    }
}
