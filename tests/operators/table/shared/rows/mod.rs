//! Softmax, normalisations and their gradients.

pub mod adaptive;
pub mod batches;
pub mod devices;
pub mod fused;
pub mod groups;
pub mod norms;
pub mod softmax;

use crate::argument::Argument;
use crate::bounds;
use crate::table::samples::read;
use crate::table::{Accuracy, Holds, OVERLAP, STRIDED};
use hostnpu::tensor::Dtype;

/// FLOAT and what is shorter, computed in DOUBLE; DOUBLE itself with the largest exponential and the sum as exact as that.
pub const ROWS: Accuracy = Accuracy::Ulp {
    f32: bounds::ROWS[0],
    f64: bounds::ROWS[1],
};

/// Promises of the operators of rows where their shapes are tied together.
pub const LAYOUT: Holds = Holds(STRIDED.0 | OVERLAP.0);

/// Numbers around 0, others for each `number`.
pub fn varied(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| ((i * 7919 + number * 331) % 1009 - 500) as f64 / 128.0;
    let count = shape.iter().product::<i64>().clamp(1, 257);
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(dtype, shape, &numbers)
}

/// Numbers between 0.5 and 1.5: reciprocal deviations, weights.
pub fn near_1(dtype: Dtype, shape: &[i64], number: i64) -> Argument {
    let of = |i: i64| 0.5 + ((i * 37 + number * 11) % 64) as f64 / 64.0;
    let count = shape.iter().product::<i64>().clamp(1, 64);
    let numbers: Vec<f64> = (0..count).map(of).collect();
    read(dtype, shape, &numbers)
}
