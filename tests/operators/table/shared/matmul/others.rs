//! Samples and checks of several operators: products of vectors that are added to something, and those with an equation or a split weight.

use crate::argument::Argument;
use crate::table::samples::patterns;
use crate::table::shared::matmul::matrix;
use hostnpu::tensor::Dtype;

/// A tensor of numbers, of an integer type of any.
pub fn tensor(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    match dtype {
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 | Dtype::F64 => matrix(dtype, shape, seed),
        _ => patterns(dtype, shape, seed),
    }
}
