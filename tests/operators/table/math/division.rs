//! Quotients and remainders.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::{division, elementary};
use crate::table::samples::{binary, binary_in_place, with};
use crate::table::{Accuracy, Row, computes};

/// Samples with each mode.
fn modes(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    with(samples, 2, &[0, 1, 2].map(Argument::Int))
}

/// Quotients of BOOL are computed in FLOAT, true quotients of integers too.
fn quotient(arguments: &Arguments) -> Option<Dtype> {
    match (division::mode(arguments), computes::promoted(arguments)?) {
        (0, _) => computes::promoted_float(arguments),
        (_, Dtype::Bool) => Some(Dtype::F32),
        (_, Dtype::Complex32 | Dtype::Complex64 | Dtype::Complex128) => None,
        (_, dtype) => Some(dtype),
    }
}

fn floored(arguments: &Arguments) -> Option<Dtype> {
    match computes::promoted(arguments)? {
        Dtype::Bool => Some(Dtype::F32),
        dtype => Some(dtype),
    }
}

fn remainder(arguments: &Arguments) -> Option<Dtype> {
    let refused = [Dtype::I8, Dtype::U8, Dtype::I16, Dtype::Bool];
    computes::promoted(arguments).filter(|dtype| !refused.contains(dtype))
}

/// In DOUBLE, floors beyond 2^53 may be the next one.
const FLOORS: Accuracy = Accuracy::Ulp { f32: 0.5, f64: 1.0 };

const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];

pub fn rows() -> Vec<Row> {
    const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
    const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
    const DIVIDED: &[(&str, &str)] = &[("self", NUMBERS), ("other", NUMBERS), ("out", "castable")];
    const DIVIDED_IN_PLACE: &[(&str, &str)] = &[
        ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
        ("other", REALS),
    ];
    const FMOD: &str = "f32 i32 i8 f16 u8 f64 i64 | 910B 950: + bf16";
    const REMAINDER: &str = "f32 f16 f64 bf16 i8 i16 i32 i64 u8 bool";
    const XLOGY: &str = "f32 f16 i32 i64 i8 u8 bool i16 | 910B 950: + bf16";
    vec![
        Row::new("aclnnDiv", binary)
            .accepts(DIVIDED)
            .computes(computes::promoted_float)
            .elements(division::div)
            .except(COMPLEX),
        Row::new("aclnnInplaceDiv", binary_in_place)
            .accepts(DIVIDED_IN_PLACE)
            .computes(computes::promoted_float)
            .elements(division::div)
            .except(COMPLEX),
        Row::new("aclnnDivMod", || modes(&binary()))
            .accepts(DIVIDED)
            .computes(quotient)
            .elements(division::by_mode)
            .accuracy(FLOORS)
            .except(COMPLEX),
        Row::new("aclnnInplaceDivMod", || modes(&binary_in_place()))
            .accepts(DIVIDED_IN_PLACE)
            .computes(quotient)
            .elements(division::by_mode)
            .accuracy(FLOORS)
            .except(COMPLEX),
        Row::new("aclnnFloorDivide", binary)
            .accepts(&[
                ("self", REALS),
                ("other", REALS),
                ("out", "castable | 910 910B 310: standard"),
            ])
            .computes(floored)
            .elements(division::floor)
            .accuracy(FLOORS),
        Row::new("aclnnInplaceFloorDivide", binary_in_place)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: f32 f16 f64 bf16",
                ),
                ("other", REALS),
            ])
            .computes(floored)
            .elements(division::floor)
            .accuracy(FLOORS),
        Row::new("aclnnFmodTensor", binary)
            .accepts(&[("self", FMOD), ("other", FMOD), ("out", FMOD)])
            .computes(computes::promoted)
            .elements(division::fmod),
        Row::new("aclnnInplaceFmodTensor", binary_in_place)
            .accepts(&[("selfRef", FMOD), ("other", FMOD)])
            .computes(computes::promoted)
            .elements(division::fmod),
        Row::new("aclnnRemainderTensorTensor", binary)
            .accepts(&[
                ("self", REMAINDER),
                ("other", REMAINDER),
                ("out", "castable"),
            ])
            .computes(remainder)
            .elements(division::remainder),
        Row::new("aclnnInplaceRemainderTensorTensor", binary_in_place)
            .accepts(&[("selfRef", "f32 f16 f64 bf16"), ("other", REMAINDER)])
            .computes(remainder)
            .elements(division::remainder),
        Row::new("aclnnXLogYTensor", binary)
            .accepts(&[("self", XLOGY), ("other", XLOGY), ("out", "standard")])
            .computes(computes::promoted_float)
            .elements(elementary::xlogy)
            .ulp(0.5001, 1.0),
        Row::new("aclnnInplaceXLogYTensor", binary_in_place)
            .accepts(&[("selfRef", XLOGY), ("other", XLOGY)])
            .computes(computes::promoted_float)
            .elements(elementary::xlogy)
            .ulp(0.5001, 1.0),
    ]
}
