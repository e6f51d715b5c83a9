//! AdamW with averages that are kept as numbers of a table, times the largest magnitude of their block.

use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::optimizers::power;
use super::{Arg, Call};
use crate::error::Result;
use crate::tensor::scratch::Scratch;
use crate::tensor::{Dtype, parallel};

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
    /// What is added to the root of `v`.
    pub epsilon: f64,
    /// What gradients are multiplied by.
    pub scale: f64,
}

/// Tensors of a step. What there are two of belongs to `m` and `v`.
pub struct States {
    /// The parameter.
    pub parameter: Arg,
    /// The gradient.
    pub gradient: Arg,
    /// Which number of the table each element is.
    pub codes: [Arg; 2],
    /// The tables, whose numbers rise.
    pub tables: [Arg; 2],
    /// The largest magnitude of each block.
    pub largest: [Arg; 2],
    /// How many steps there were.
    pub step: Arg,
}

/// Plans a step.
pub fn step(of: QuantisedAdam, states: States) -> Result<Call> {
    let count = states.gradient.view.numel().unwrap_or(0);
    let code = |arg| Operand::update(arg, Dtype::U8);
    let table = |arg| Operand::read(arg, Dtype::F32);
    let largest = |arg| Operand::update(arg, Dtype::F32);
    let operands = [
        Operand::update(states.parameter, Dtype::F64),
        Operand::read(states.gradient, Dtype::F64),
    ];
    let operands = operands
        .into_iter()
        .chain(states.codes.map(code))
        .chain(states.tables.map(table))
        .chain(states.largest.map(largest))
        .chain([Operand::read(states.step, Dtype::F64)]);
    dense::plan(Planned { of, count }, operands)
}

struct Planned {
    of: QuantisedAdam,
    count: usize,
}

/// What the first parts of a rising table that are below `x` are, branch-free.
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
struct Average<'a> {
    codes: &'a mut [u8],
    table: &'a [f32],
    largest: &'a mut f32,
}

impl Average<'_> {
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

impl Planned {
    /// Computes a block. `rate` and `epsilon` have the corrections of both averages in them.
    fn block(
        &self,
        [rate, epsilon]: [f64; 2],
        (parameter, gradient): (&mut [f64], &[f64]),
        [mut first, mut second]: [Average; 2],
    ) {
        let of = self.of;
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

impl Kernel for Planned {
    fn cost(&self) -> usize {
        self.count.saturating_mul(64)
    }

    unsafe fn run(&self, places: &[usize], _: &mut Scratch) -> Result<()> {
        // SAFETY: the operand is one DOUBLE.
        let steps = unsafe { slice::<f64>(places[8], 1) }[0] + 1.0;
        let [first, second] = [self.of.beta1, self.of.beta2].map(|beta| 1.0 - power(beta, steps));
        let numbers = [
            self.of.lr * second.sqrt() / first,
            self.of.epsilon * second.sqrt(),
        ];
        parallel::for_each_piece(self.count.div_ceil(BLOCK), |block| {
            let start = block * BLOCK;
            let count = BLOCK.min(self.count - start);
            let at = |operand: usize, size: usize| places[operand] + start * size;
            // SAFETY: the operands as they were planned; blocks are elements of their own.
            let (own, averages) = unsafe {
                let average = |number: usize| Average {
                    codes: slice_mut(at(2 + number, 1), count),
                    table: slice(places[4 + number], TABLE),
                    largest: dense::element_mut(places[6 + number], block),
                };
                let own = (slice_mut(at(0, 8), count), slice(at(1, 8), count));
                (own, [average(0), average(1)])
            };
            self.block(numbers, own, averages);
        });
        Ok(())
    }
}
