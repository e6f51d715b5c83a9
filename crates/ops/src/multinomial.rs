//! Classes that are drawn by their weights.

#![forbid(unsafe_code)]

use super::draws::{SeedNumbers, Seeds};
use super::random::Philox;
use super::{Arg, Call};
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{Read, Temporary, Write, kernel, operands};
use hostnpu_engine::sort;
use hostnpu_kernels::order::sort_first;
use hostnpu_kernels::random as kernels;
use hostnpu_tensor::cuts;

/// Draws whose random numbers are made at a time.
const DRAWS: usize = 256;

operands! {
    struct Multinomial => MultinomialAt {
        weights: Read<f64>,
        output: Write<i64>,
        seeds: Option<SeedNumbers>,
        /// Of a row: sums of weights, where classes are drawn each by itself.
        sums: Temporary<f64>,
        /// Of a row: arrivals, where no class is drawn twice.
        arrivals: Temporary<Arrival>,
    }
}

/// Plans classes that are drawn from rows of weights, as many as a row of `output` has: each by itself, or without taking one twice.
pub fn multinomial(seeds: Seeds, replaces: bool, weights: Arg, output: Arg) -> Result<Call> {
    let last = |arg: &Arg| arg.view.layout.shape().last().copied().unwrap_or(1) as usize;
    let (classes, draws) = (last(&weights), last(&output));
    let elements = output.view.numel().unwrap_or(0);
    if elements == 0 || classes == 0 {
        return Ok(Call::nothing([weights, output]));
    }
    let rows = elements / draws;
    weights.require_numel(rows * classes)?;
    if !replaces && draws > classes {
        let allowed = format!("{classes} draws of a row or fewer, without replacement");
        return Err(Error::value(output.name, draws, allowed));
    }
    let memory = classes.saturating_mul(sort::at_a_time(rows, classes));
    let operands = Multinomial {
        weights: weights.into(),
        output: output.into(),
        seeds: seeds.operands()?,
        sums: Temporary::of(if replaces { memory } else { 0 }),
        arrivals: Temporary::of(if replaces { 0 } else { memory }),
    };
    let cost = classes.saturating_add(draws).saturating_mul(64);
    kernel(
        operands,
        rows.saturating_mul(cost),
        move |at: MultinomialAt| {
            let words = seeds.words(at.seeds)?;
            check(at.weights, classes)?;
            let weights = |row: usize| &at.weights[row * classes..][..classes];
            let output = cuts::chunks(at.output, draws);
            if replaces {
                let memory = cuts::chunks(at.sums, classes);
                cuts::for_each_part_with(memory, output, |row, sums, y| {
                    replacing(weights(row), sums, (row * draws) as u64, words, y);
                });
            } else {
                let memory = cuts::chunks(at.arrivals, classes);
                cuts::for_each_part_with(memory, output, |row, arrivals, y| {
                    removing(weights(row), arrivals, (row * classes) as u64, words, y);
                });
            }
            Ok(())
        },
    )
}

/// A class, and when it would come first: exponential numbers divided by weights rise in the order of draws without replacement.
type Arrival = [f64; 2];

/// Refuses weights that are no weights, and rows without any above 0.
fn check(weights: &[f64], classes: usize) -> Result<()> {
    for (number, row) in weights.chunks(classes).enumerate() {
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
fn replacing(weights: &[f64], sums: &mut [f64], first: u64, words: Philox, y: &mut [i64]) {
    let mut total = 0.0;
    for (sum, weight) in sums.iter_mut().zip(weights) {
        total += weight;
        *sum = total;
    }
    let mut numbers = [0.0; DRAWS];
    for (block, y) in y.chunks_mut(DRAWS).enumerate() {
        let numbers = &mut numbers[..y.len()];
        let first = first + (block * DRAWS) as u64;
        kernels::uniform_f64(first, numbers, words, [0.0, 1.0]);
        for (y, u) in y.iter_mut().zip(numbers) {
            // Of a total that is subnormal the product may be rounded up to the total.
            let point = (*u * total).min(total.next_down());
            *y = sums.partition_point(|&sum| sum <= point) as i64;
        }
    }
}

/// Draws a row, no class twice; those of weight 0 last, in their order.
fn removing(weights: &[f64], all: &mut [Arrival], first: u64, words: Philox, y: &mut [i64]) {
    let mut numbers = [0.0; DRAWS];
    let parts = all.chunks_mut(DRAWS).zip(weights.chunks(DRAWS));
    for (block, (all, weights)) in parts.enumerate() {
        let numbers = &mut numbers[..all.len()];
        let start = block * DRAWS;
        kernels::exponential(first + start as u64, numbers, words, 1.0);
        for (at, (arrival, weight)) in all.iter_mut().zip(weights).enumerate() {
            *arrival = [numbers[at] / weight, (start + at) as f64];
        }
    }
    sort_first(all, y.len());
    for (y, arrival) in y.iter_mut().zip(all) {
        *y = arrival[1] as i64;
    }
}
