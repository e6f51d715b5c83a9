//! Samples and checks of several operators: numbers that follow from their place.

use crate::argument::Argument;
use crate::table::samples::{patterns, read, scalar};
use hostnpu::tensor::Dtype;

/// Along every dimension, in every kind of type: products that leave FLOAT16 and come back, that wrap, that run far.
pub fn factors() -> Vec<Vec<Argument>> {
    let factors = [1.25, -0.75, 1.1, 3.0, -0.3, 0.9];
    let call =
        |dtype, shape: &[i64], dim| vec![read(dtype, shape, &factors), scalar(Dtype::I64, dim)];
    let mut samples = vec![
        call(Dtype::F32, &[3, 4], 0.0),
        call(Dtype::F32, &[3, 4], -1.0),
        call(Dtype::F32, &[5, 300, 21], 1.0),
    ];
    for dtype in [Dtype::F64, Dtype::F16, Dtype::Bf16] {
        samples.push(call(dtype, &[7, 41], 1.0));
        samples.push(call(dtype, &[41, 7], 0.0));
    }
    for dtype in [
        Dtype::I8,
        Dtype::U8,
        Dtype::I16,
        Dtype::U16,
        Dtype::I32,
        Dtype::U32,
        Dtype::I64,
        Dtype::U64,
    ] {
        samples.push(vec![patterns(dtype, &[9, 33], 5), scalar(Dtype::I32, 1.0)]);
    }
    samples
}

pub const SCALARS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
