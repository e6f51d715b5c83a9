//! Numbers within limits.

use hostnpu::tensor::Dtype;

use super::samples::{
    self, binary, binary_in_place, in_place_with_scalar, scalar, ternary, unary, with_scalar,
};
use super::{Row, computes, row};
use crate::argument::Argument;
use crate::number::part;
use crate::reference::{scalars, weighted};

fn of_two(arguments: &[Argument]) -> Option<Dtype> {
    computes::all_promoted(arguments, 2)
}

fn of_three(arguments: &[Argument]) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

pub fn rows() -> Vec<Row> {
    let mut rows = tensor_limits();
    rows.extend(scalar_limits());
    rows
}

fn tensor_limits() -> Vec<Row> {
    const NUMBERS: &str = "f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
    const LIMITS: &str = "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool";
    const OUT: &str = "castable: f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
    const FLOATS: &str = "f16 f32 f64 | 910B 950: + bf16";
    vec![
        row(
            "aclnnClampTensor",
            ternary,
            &[
                ("self", NUMBERS),
                ("clipValueMin", LIMITS),
                ("clipValueMax", LIMITS),
                ("out", OUT),
            ],
            of_three,
            weighted::clamp,
        ),
        row(
            "aclnnClampMinTensor",
            binary,
            &[("self", NUMBERS), ("clipValueMin", LIMITS), ("out", OUT)],
            of_two,
            weighted::clamp_min,
        ),
        row(
            "aclnnClampMaxTensor",
            binary,
            &[("self", NUMBERS), ("max", LIMITS), ("out", OUT)],
            of_two,
            weighted::clamp_max,
        ),
        row(
            "aclnnInplaceClampMinTensor",
            binary_in_place,
            &[("selfRef", FLOATS), ("clipValueMin", LIMITS)],
            of_two,
            weighted::clamp_min,
        ),
        row(
            "aclnnInplaceClampMaxTensor",
            binary_in_place,
            &[("selfRef", FLOATS), ("max", LIMITS)],
            of_two,
            weighted::clamp_max,
        ),
    ]
}

/// Limits that are scalars.
fn scalar_limits() -> Vec<Row> {
    const NUMBERS: &str = "f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
    const LIMIT: &str =
        "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool | 910 910B 310: + c64 c128";
    const LIMITS: &str =
        "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool | 910 910B 310: + u16 u32 u64 c64 c128";
    const OUT: &str = "castable: f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
    const IN_PLACE: &str = "f16 f32 f64 | 910 310: f16 f32 f64 i8 i16 i32 i64 u8 | 910B: f16 f32 f64 i8 i16 i32 i64 u8 bf16 | 950: + bf16";
    vec![
        row(
            "aclnnClamp",
            both_limits,
            &[
                ("self", NUMBERS),
                ("clipValueMin", LIMITS),
                ("clipValueMax", LIMITS),
                ("out", OUT),
            ],
            of_limit,
            scalars::clamp,
        ),
        row(
            "aclnnClampMin",
            with_scalar,
            &[("self", NUMBERS), ("clipValueMin", LIMIT), ("out", OUT)],
            of_limit,
            scalars::clamp_min,
        ),
        row(
            "aclnnClampMax",
            with_scalar,
            &[("self", NUMBERS), ("clipValueMax", LIMIT), ("out", OUT)],
            of_limit,
            scalars::clamp_max,
        ),
        row(
            "aclnnInplaceClampMax",
            in_place_with_scalar,
            &[("selfRef", IN_PLACE), ("clipValueMax", LIMIT)],
            of_limit,
            scalars::clamp_max,
        ),
        row(
            "aclnnHardtanh",
            both_limits,
            &[
                ("self", NUMBERS),
                ("clipValueMin", NUMBERS),
                ("clipValueMax", NUMBERS),
                ("out", "as self"),
            ],
            computes::own,
            scalars::clamp,
        ),
        row(
            "aclnnInplaceHardtanh",
            || samples::in_place_of(both_limits()),
            &[
                ("selfRef", NUMBERS),
                ("clipValueMin", NUMBERS),
                ("clipValueMax", NUMBERS),
            ],
            computes::own,
            scalars::clamp,
        ),
    ]
}

/// By category; complex limits, which chips before Ascend950 take, count as 0.
fn of_limit(arguments: &[Argument]) -> Option<Dtype> {
    match part(arguments[1].dtype()?) {
        Some(_) => computes::own(arguments),
        None => computes::with_scalar(arguments),
    }
}

/// A tensor, two scalars, and a tensor to write.
fn both_limits() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    for sample in &mut samples {
        let limits = [0.5, 4.0].map(|limit| scalar(Dtype::F32, limit));
        sample.splice(1..1, limits);
    }
    samples
}
