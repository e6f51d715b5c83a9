//! AdamW with averages that are kept as numbers of a table, times the largest magnitude of their block.

#![forbid(unsafe_code)]

use super::optimizers::power;
use super::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::operands::{Read, Update, kernel, operands};
use hostnpu_tensor::cuts;

/// Elements that share a magnitude.
pub const BLOCK: usize = 256;

/// Numbers of a table.
pub const TABLE: usize = 256;

/// The numbers of a step.
#[derive(Clone, Copy, Debug)]
pub struct QuantisedAdam {
    /// The learning rate.
    pub lr: f64,
    /// `m = beta1 m + (1 - beta1) g`.
    pub beta1: f64,
    /// `v = beta2 v + (1 - beta2) g g`.
    pub beta2: f64,
    /// The decay of parameters, times the learning rate.
    pub decay: f64,
    /// Number that is added to the root of `v`.
    pub epsilon: f64,
    /// Factor of gradients.
    pub scale: f64,
}

/// Tensors of a step.
pub struct States {
    /// The parameter.
    pub parameter: Arg,
    /// The gradient.
    pub gradient: Arg,
    /// The average of gradients.
    pub m: Quantised,
    /// The average of their squares.
    pub v: Quantised,
    /// Number of steps before.
    pub step: Arg,
}

/// Tensors of an average.
pub struct Quantised {
    /// Number of each element in the table.
    pub codes: Arg,
    /// The table, whose numbers rise.
    pub table: Arg,
    /// The largest magnitude of each block.
    pub largest: Arg,
}

impl Quantised {
    fn into_operands(self, count: usize) -> Result<Average> {
        self.codes.require_numel(count)?;
        self.table.require_numel(TABLE)?;
        self.largest.require_numel(count.div_ceil(BLOCK))?;
        Ok(Average {
            codes: self.codes.into(),
            table: self.table.into(),
            largest: self.largest.into(),
        })
    }
}

operands! {
    struct Average => AverageAt {
        codes: Update<u8>,
        table: Read<f32>,
        largest: Update<f32>,
    }
}

operands! {
    struct Adam => AdamAt {
        parameter: Update<f64>,
        gradient: Read<f64>,
        m: Average,
        v: Average,
        step: Read<f64>,
    }
}

/// Plans a step.
pub fn step(of: QuantisedAdam, states: States) -> Result<Call> {
    let count = states.gradient.view.numel().unwrap_or(0);
    states.parameter.require_numel(count)?;
    states.step.require_numel(1)?;
    let operands = Adam {
        parameter: states.parameter.into(),
        gradient: states.gradient.into(),
        m: states.m.into_operands(count)?,
        v: states.v.into_operands(count)?,
        step: states.step.into(),
    };
    kernel(operands, count.saturating_mul(64), move |at: AdamAt| {
        let steps = at.step[0] + 1.0;
        let [first, second] = [of.beta1, of.beta2].map(|beta| 1.0 - power(beta, steps));
        let numbers = [of.lr * second.sqrt() / first, of.epsilon * second.sqrt()];
        let blocks = |codes, largest| (cuts::chunks(codes, BLOCK), cuts::chunks(largest, 1));
        let parts = (
            cuts::chunks(at.parameter, BLOCK),
            blocks(at.m.codes, at.m.largest),
            blocks(at.v.codes, at.v.largest),
        );
        cuts::for_each_part(parts, |block, (parameter, m, v)| {
            let gradient = &at.gradient[block * BLOCK..][..parameter.len()];
            let averages = [
                BlockAverage::new(at.m.table, m),
                BlockAverage::new(at.v.table, v),
            ];
            of.block(numbers, (parameter, gradient), averages);
        });
        Ok(())
    })
}

/// Number of the first parts of a rising table that are below `x`, branch-free.
fn below(table: &[f32], x: f64) -> usize {
    let mut first = 0;
    let mut step = TABLE / 2;
    while step > 0 {
        first += step * usize::from(f64::from(table[first + step - 1]) < x);
        step /= 2;
    }
    first + usize::from(f64::from(table[first]) < x)
}

/// The nearest number of a rising table, of two the smaller one; NaN is the first one.
fn nearest(table: &[f32], x: f64) -> usize {
    let above = below(table, x);
    if above == 0 {
        return 0;
    }
    let number = |at: usize| f64::from(table[at]);
    let is_lower = above == TABLE || x - number(above - 1) <= number(above) - x;
    above - usize::from(is_lower)
}

/// The number of a table for `x`, with its sign where there is one beside it.
fn code(table: &[f32], x: f64, keeps_sign: bool) -> u8 {
    let found = nearest(table, x);
    let is_other = keeps_sign && x * f64::from(table[found]) < 0.0;
    let found = match is_other {
        true if x > 0.0 => found + 1,
        true => found.saturating_sub(1),
        false => found,
    };
    found.min(TABLE - 1) as u8
}

/// The largest magnitude; NaN wins.
fn largest(values: &[f64]) -> f32 {
    let larger = |a: f64, &b: &f64| {
        if b.abs() > a || b.is_nan() {
            b.abs()
        } else {
            a
        }
    };
    values.iter().fold(0.0, larger) as f32
}

/// An average of one block.
struct BlockAverage<'a> {
    codes: &'a mut [u8],
    table: &'a [f32],
    largest: &'a mut f32,
}

impl<'a> BlockAverage<'a> {
    fn new(table: &'a [f32], (codes, largest): (&'a mut [u8], &'a mut [f32])) -> Self {
        Self {
            codes,
            table,
            largest: &mut largest[0],
        }
    }

    fn value(&self, at: usize) -> f64 {
        f64::from(self.table[usize::from(self.codes[at])]) * f64::from(*self.largest)
    }

    fn store(&mut self, values: &[f64], keeps_sign: bool) {
        *self.largest = largest(values);
        let divisor = match *self.largest {
            0.0 => 1.0,
            largest => f64::from(largest),
        };
        for (to, value) in self.codes.iter_mut().zip(values) {
            *to = code(self.table, value / divisor, keeps_sign);
        }
    }
}

impl QuantisedAdam {
    /// Computes a block. `rate` and `epsilon` have the corrections of both averages in them.
    fn block(
        self,
        [rate, epsilon]: [f64; 2],
        (parameter, gradient): (&mut [f64], &[f64]),
        [mut first, mut second]: [BlockAverage; 2],
    ) {
        let of = self;
        let mut averages = [[0.0; BLOCK]; 2];
        for (at, (parameter, gradient)) in parameter.iter_mut().zip(gradient).enumerate() {
            let gradient = gradient * of.scale;
            let m = of.beta1 * first.value(at) + (1.0 - of.beta1) * gradient;
            let v = of.beta2 * second.value(at) + (1.0 - of.beta2) * (gradient * gradient);
            let kept = match of.decay > 0.0 {
                true => 1.0 - of.lr * of.decay,
                false => 1.0,
            };
            *parameter = (*parameter - rate * m / (v.sqrt() + epsilon)) * kept;
            [averages[0][at], averages[1][at]] = [m, v];
        }
        let count = parameter.len();
        first.store(&averages[0][..count], true);
        second.store(&averages[1][..count], false);
    }
}
