//! Samples and checks of several operators: normalisations of last dimensions, and their gradients.

use crate::argument::Argument;
use crate::table::samples::write;
use crate::table::shared::rows::{near_1, varied};
use hostnpu::tensor::Dtype;

pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// A type, the shape of what is normalised, and that of its parameters: short rows, long ones, several dimensions.
pub const CASES: [(Dtype, &[i64], &[i64]); 5] = [
    (Dtype::F32, &[3, 4], &[4]),
    (Dtype::F32, &[2, 4500], &[4500]),
    (Dtype::F32, &[150, 2, 7], &[2, 7]),
    (Dtype::F16, &[7, 33], &[33]),
    (Dtype::Bf16, &[3, 5, 9], &[5, 9]),
];

/// The shape of statistics.
pub fn statistics(shape: &[i64], parameters: &[i64]) -> Vec<i64> {
    let mut shape = shape.to_vec();
    let kept = shape.len() - parameters.len();
    shape[kept..].fill(1);
    shape
}

pub fn rms() -> Vec<Vec<Argument>> {
    let sample = |x: Dtype, parameter: Dtype, shape: &[i64], last: &[i64]| {
        vec![
            varied(x, shape, 1),
            near_1(parameter, last, 1),
            Argument::Float(1e-6),
            write(x, shape),
            write(Dtype::F32, &statistics(shape, last)),
        ]
    };
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| sample(dtype, dtype, shape, last);
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    samples.push(sample(Dtype::F16, Dtype::F32, &[7, 33], &[33]));
    // Statistics without the dimensions that are normalised.
    let mut short_of = sample(Dtype::F32, Dtype::F32, &[7, 33], &[33]);
    short_of[4] = write(Dtype::F32, &[7]);
    samples.push(short_of);
    samples
}
