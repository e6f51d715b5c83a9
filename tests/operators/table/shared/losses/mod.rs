//! Losses and their gradients.

pub mod classes;
pub mod cross_entropy;
pub mod entropy;
pub mod others;
pub mod pairs;

use crate::argument::Argument;
use crate::bounds;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, Row};
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// Computed and summed in DOUBLE, rounded once.
pub const LOSSES: Accuracy = Accuracy::Ulp {
    f32: bounds::LOSSES[0],
    f64: bounds::LOSSES[1],
};

/// Numbers around 0, others for each `number`.
pub fn varied(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    numbered(dtype, shape, number, |i| (i - 500) as f64 / 128.0)
}

/// Probabilities, 0 and 1 among them.
pub fn probable(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    numbered(dtype, shape, number, |i| i as f64 / 1008.0)
}

/// Numbers made of others from 0 to 1008.
pub fn numbered(dtype: Dtype, shape: &[i64], number: i64, of: fn(i64) -> f64) -> Argument {
    let count = shape.iter().product::<i64>().clamp(1, 1009);
    let numbers: Vec<f64> = (0..count)
        .map(|i| of((i * 7919 + number * 331) % 1009))
        .collect();
    read(dtype, shape, &numbers)
}

/// The shape of a loss.
pub fn combined(reduction: i64, shape: &[i64]) -> &[i64] {
    if reduction == 0 { shape } else { &[] }
}

/// A tensor to write of a loss.
pub fn written(dtype: Dtype, reduction: i64, shape: &[i64]) -> Argument {
    write(dtype, combined(reduction, shape))
}
