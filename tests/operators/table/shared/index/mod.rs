//! Operators of ops-nn, `index/`.

pub mod scatters;
pub mod slices;

use crate::argument::Argument;
use crate::table::Row;
use crate::table::samples::read;
use hostnpu::tensor::Dtype;

/// Types of indices.
pub const INDEX: &str = "i32 i64";

/// A tensor of indices.
pub fn index(dtype: Dtype, shape: &[i64], numbers: &[i64]) -> Argument {
    let numbers: Vec<f64> = numbers.iter().map(|&number| number as f64).collect();
    read(dtype, shape, &numbers)
}

/// So many indices below `extent`, some of them several times, in no order.
pub fn spread(count: usize, extent: i64) -> Vec<i64> {
    (0..count as i64)
        .map(|k| k * k % 7919 * 31 % extent)
        .collect()
}
