//! Classes that are drawn by their weights.

use super::draws::Seeds;
use super::engine::dense::{self, Kernel, Operand, slice, slice_mut};
use super::engine::sort;
use super::random::Philox;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::random as kernels;
use hostnpu_tensor::Dtype;
use hostnpu_tensor::scratch::Scratch;

/// Draws whose random numbers are made at a time.
const AT_A_TIME: usize = 256;

/// Plans classes that are drawn from rows of weights, as many as a row of `output` has: each by itself, or without taking one twice.
pub fn multinomial(seeds: Seeds, replaces: bool, weights: Arg, output: Arg) -> Result<Call> {
    let last = |arg: &Arg| arg.view.layout.shape().last().copied().unwrap_or(1) as usize;
    let (classes, draws) = (last(&weights), last(&output));
    let elements = output.view.numel().unwrap_or(0);
    if elements == 0 || classes == 0 {
        return Ok(Call::nothing([weights, output]));
    }
    let mut operands = vec![
        Operand::read(weights, Dtype::F64),
        Operand::write(output, Dtype::I64),
    ];
    operands.extend(seeds.operands());
    let kernel = Multinomial {
        rows: elements / draws,
        classes,
        draws,
        replaces,
        seeds,
    };
    dense::plan(kernel, operands)
}

struct Multinomial {
    rows: usize,
    classes: usize,
    draws: usize,
    replaces: bool,
    seeds: Seeds,
}

/// A class, and when it would come first: exponential numbers divided by weights rise in the order of draws without replacement.
type Arrival = (f64, i64);

impl Multinomial {
    /// Bytes of scratch memory for a row.
    fn each(&self) -> usize {
        let one = match self.replaces {
            true => size_of::<f64>(),
            false => size_of::<Arrival>(),
        };
        self.classes.saturating_mul(one)
    }

    /// Refuses weights that are no weights, and rows without any above 0.
    fn check(&self, weights: &[f64]) -> Result<()> {
        for (number, row) in weights.chunks(self.classes).enumerate() {
            let is_weight = |w: &f64| w.is_finite() && *w >= 0.0;
            if let Some(class) = row.iter().position(|w| !is_weight(w)) {
                let got = format!("{} in row {number}, class {class}", row[class]);
                return Err(Error::value("self", got, "finite weights of 0 or more"));
            }
            let sum: f64 = row.iter().sum();
            if !(sum.is_finite() && sum > 0.0) {
                let got = format!("weights whose sum is {sum} in row {number}");
                return Err(Error::value("self", got, "a finite sum above 0"));
            }
        }
        Ok(())
    }

    /// Draws a row, each class by itself.
    fn replacing(
        &self,
        weights: &[f64],
        sums: &mut [f64],
        first: u64,
        words: Philox,
        y: &mut [i64],
    ) {
        let mut total = 0.0;
        for (sum, weight) in sums.iter_mut().zip(weights) {
            total += weight;
            *sum = total;
        }
        let mut numbers = [0.0; AT_A_TIME];
        for (block, y) in y.chunks_mut(AT_A_TIME).enumerate() {
            let numbers = &mut numbers[..y.len()];
            let first = first + (block * AT_A_TIME) as u64;
            kernels::uniform_f64(first, numbers, words, [0.0, 1.0]);
            for (y, u) in y.iter_mut().zip(numbers) {
                // Of a total that is subnormal the product may be rounded up to the total.
                let point = (*u * total).min(total.next_down());
                *y = sums.partition_point(|&sum| sum <= point) as i64;
            }
        }
    }

    /// Draws a row, no class twice; those of weight 0 last, in their order.
    fn removing(
        &self,
        weights: &[f64],
        all: &mut [Arrival],
        first: u64,
        words: Philox,
        y: &mut [i64],
    ) {
        let mut numbers = [0.0; AT_A_TIME];
        let parts = all.chunks_mut(AT_A_TIME).zip(weights.chunks(AT_A_TIME));
        for (block, (all, weights)) in parts.enumerate() {
            let numbers = &mut numbers[..all.len()];
            let start = block * AT_A_TIME;
            kernels::exponential(first + start as u64, numbers, words, 1.0);
            for (at, (arrival, weight)) in all.iter_mut().zip(weights).enumerate() {
                *arrival = (numbers[at] / weight, (start + at) as i64);
            }
        }
        let order = |a: &Arrival, b: &Arrival| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        if y.len() < all.len() {
            all.select_nth_unstable_by(y.len(), order);
        }
        let drawn = &mut all[..y.len()];
        drawn.sort_unstable_by(order);
        for (y, arrival) in y.iter_mut().zip(drawn) {
            *y = arrival.1;
        }
    }
}

impl Kernel for Multinomial {
    fn cost(&self) -> usize {
        let row = self.classes.saturating_add(self.draws).saturating_mul(64);
        self.rows.saturating_mul(row)
    }

    fn scratch(&self) -> usize {
        sort::rows_scratch(self.rows, self.classes, self.each())
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (classes, draws) = (self.classes, self.draws);
        // SAFETY: the operands as they were planned.
        let (weights, words) = unsafe {
            let weights = slice::<f64>(places[0], self.rows * classes);
            (weights, self.seeds.words(&places[2..]))
        };
        self.check(weights)?;
        let row = |row: usize, memory: usize| {
            let weights = &weights[row * classes..][..classes];
            // SAFETY: the output as it was planned, of which rows are different elements, and scratch memory of as many bytes as were asked for, any of which
            // are numbers.
            unsafe {
                let y = slice_mut::<i64>(places[1] + row * draws * size_of::<i64>(), draws);
                match self.replaces {
                    true => {
                        let sums = slice_mut::<f64>(memory, classes);
                        self.replacing(weights, sums, (row * draws) as u64, words, y);
                    }
                    false => {
                        let all = slice_mut::<Arrival>(memory, classes);
                        self.removing(weights, all, (row * classes) as u64, words, y);
                    }
                }
            }
        };
        sort::for_each_row(scratch, (self.rows, classes), self.each(), row)
    }
}
