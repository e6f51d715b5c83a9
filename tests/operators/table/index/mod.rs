//! Operators of ops-nn, `index/`.

mod bags;
mod gathers;
mod scatters;
mod slices;

use hostnpu::tensor::Dtype;

use super::samples::read;
use super::{Accuracy, Holds, Reference, Row, computes, entry};
use crate::argument::Argument;
use crate::number::Number;

pub fn rows() -> Vec<Row> {
    [
        bags::rows(),
        gathers::rows(),
        scatters::rows(),
        slices::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Types of indices.
const INDEX: &str = "i32 i64";

/// The row of an operator that finds elements by index, its result in the type of the first tensor.
fn row(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    reference: fn(&[Argument]) -> Vec<Vec<Number>>,
    holds: Holds,
) -> Row {
    Row {
        entry: entry(name),
        samples,
        accepts,
        computes: computes::own,
        reference: Reference::Whole(reference),
        accuracy: Accuracy::RoundedOnce,
        holds,
        except: &[],
    }
}

/// A tensor of indices.
fn index(dtype: Dtype, shape: &[i64], numbers: &[i64]) -> Argument {
    let numbers: Vec<f64> = numbers.iter().map(|&number| number as f64).collect();
    read(dtype, shape, &numbers)
}

/// So many indices below `extent`, some of them several times, in no order.
fn spread(count: usize, extent: i64) -> Vec<i64> {
    (0..count as i64)
        .map(|k| k * k % 7919 * 31 % extent)
        .collect()
}
