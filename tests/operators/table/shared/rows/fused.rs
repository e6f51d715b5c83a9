//! Samples and checks of several operators: normalisations of sums, and their gradients.

use crate::argument::Argument;
use crate::table::shared::rows::norms::{CASES, statistics};
use hostnpu::tensor::Dtype;

/// Samples of each case: its type, the shape of what is normalised, that of parameters, and that of statistics.
pub fn each(of: impl Fn(Dtype, &[i64], &[i64], &[i64]) -> Vec<Argument>) -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| {
        of(dtype, shape, last, &statistics(shape, last))
    };
    CASES.iter().map(sample).collect()
}

pub const SHORT: &str = "f32 f16 bf16 | 910: none | 310: f32 f16";
