//! Samples and checks of several operators: numbers within limits.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::table::samples::{scalar, unary};

pub const NUMBERS: &str = "f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";

/// A tensor, two scalars, and a tensor to write.
pub fn both_limits() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    for sample in &mut samples {
        let limits = [0.5, 4.0].map(|limit| scalar(Dtype::F32, limit));
        sample.splice(1..1, limits);
    }
    samples
}
