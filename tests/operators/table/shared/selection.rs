//! Samples and checks of several operators: one of two elements, as a condition says.

use crate::argument::Argument;
use crate::table::samples::{NUMBERS, read};
use hostnpu::tensor::Dtype::*;

pub fn masks(value: &Argument) -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], mask: &[i64]| {
        let mask = read(Bool, mask, &[1.0, 0.0, 0.0, 1.0, 1.0]);
        vec![read(dtype, shape, &NUMBERS), mask, value.clone()]
    };
    vec![
        call(F32, &[3, 4], &[3, 4]),
        call(I32, &[3, 4], &[4]),
        call(F16, &[7, 1001], &[7, 1]),
    ]
}
