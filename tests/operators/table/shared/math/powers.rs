//! Samples and checks of several operators: powers, angles and logarithms of two numbers.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::table::samples::{binary, patterns, write};
use hostnpu::tensor::Dtype;

pub fn of_out(arguments: &Arguments) -> Option<Dtype> {
    arguments["out"].dtype()
}

/// Also from other types than that of the output.
pub fn to_each_type() -> Vec<Vec<Argument>> {
    let sample = |input, output| {
        vec![
            patterns(input, &[97, 31], 1),
            patterns(input, &[97, 31], 2),
            write(output, &[97, 31]),
        ]
    };
    let mut samples = binary();
    samples.extend([
        sample(Dtype::F16, Dtype::F16),
        sample(Dtype::Bf16, Dtype::Bf16),
        sample(Dtype::F32, Dtype::F16),
        sample(Dtype::I8, Dtype::Bf16),
    ]);
    samples
}

pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const EXPONENTS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";
