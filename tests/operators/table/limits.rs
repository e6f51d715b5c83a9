//! Numbers within limits.

use hostnpu::tensor::Dtype;

use super::samples::{binary, binary_in_place, ternary};
use super::{Row, computes, row};
use crate::argument::Argument;
use crate::reference::weighted;

fn of_two(arguments: &[Argument]) -> Option<Dtype> {
    computes::all_promoted(arguments, 2)
}

fn of_three(arguments: &[Argument]) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

pub fn rows() -> Vec<Row> {
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
