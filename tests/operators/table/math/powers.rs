//! Powers, angles and logarithms of two numbers.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::elementary;
use crate::table::samples::{binary, binary_in_place, patterns, write};
use crate::table::{Row, computes};

fn of_numbers(arguments: &Arguments) -> Option<Dtype> {
    computes::promoted(arguments).filter(|&dtype| dtype != Dtype::Bool)
}

fn of_out(arguments: &Arguments) -> Option<Dtype> {
    arguments["out"].dtype()
}

/// Also from other types than that of the output.
fn to_each_type() -> Vec<Vec<Argument>> {
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

pub fn rows() -> Vec<Row> {
    const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
    const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    const EXPONENTS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";
    const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];
    vec![
        Row::new("aclnnPowTensorTensor", binary)
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(of_numbers)
            .elements(elementary::pow)
            .ulp(0.5001, 1.0)
            .except(COMPLEX),
        Row::new("aclnnInplacePowTensorTensor", binary_in_place)
            .accepts(&[
                ("self", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                ("exponent", REALS),
            ])
            .computes(of_numbers)
            .elements(elementary::pow)
            .ulp(0.5001, 1.0)
            .except(COMPLEX),
        Row::new("aclnnAtan2", binary)
            .accepts(&[("self", REALS), ("other", REALS), ("out", "standard")])
            .computes(computes::promoted_float)
            .elements(elementary::atan2)
            .ulp(0.5001, 1.0),
        Row::new("aclnnInplaceAtan2", binary_in_place)
            .accepts(&[("selfRef", REALS), ("other", REALS)])
            .computes(computes::promoted_float)
            .elements(elementary::atan2)
            .ulp(0.5001, 1.0),
        Row::new("aclnnLogAddExp", to_each_type)
            .accepts(&[
                ("self", EXPONENTS),
                ("other", EXPONENTS),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(of_out)
            .elements(elementary::logaddexp)
            .ulp(0.5001, 1.0),
        Row::new("aclnnLogAddExp2", to_each_type)
            .accepts(&[
                ("self", EXPONENTS),
                ("other", EXPONENTS),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(of_out)
            .elements(elementary::logaddexp2)
            .ulp(0.5001, 1.0),
        Row::new("aclnnXlog1py", binary)
            .accepts(&[
                ("x", "none | 950: f32 f16 bf16"),
                ("y", "as x"),
                ("z", "as x"),
            ])
            .computes(computes::own)
            .elements(elementary::xlog1py)
            .ulp(0.5001, 1.0),
    ]
}
