//! Samples and checks of several operators: Fourier transforms.

use crate::argument::Argument;
use crate::table::samples::read;
use hostnpu::tensor::Dtype;

/// Numbers without symmetry; complex ones have as imaginary part the number that follows.
pub fn samples(dtype: Dtype, shape: &[i64]) -> Argument {
    let count = shape.iter().product::<i64>() * if dtype.is_complex() { 2 } else { 1 };
    let of = |i: i64| ((i * i * 31 + i * 7919 + 17) % 1009 - 500) as f64 / 256.0;
    read(dtype, shape, &(0..count).map(of).collect::<Vec<_>>())
}
