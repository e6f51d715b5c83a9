//! Operators of ops-nn, `index/`.

mod bags;
mod gathers;
mod scatters;
mod slices;

use hostnpu::tensor::Dtype;

use super::Row;
use super::samples::read;
use crate::argument::Argument;

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
