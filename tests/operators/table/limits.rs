//! Numbers within limits.

use hostnpu::tensor::Dtype;

use super::samples::{
    self, binary, binary_in_place, in_place_with_scalar, scalar, ternary, unary, with_scalar,
};
use super::{Row, computes};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::part;
use crate::reference::{scalars, weighted};

fn of_two(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 2)
}

fn of_three(arguments: &Arguments) -> Option<Dtype> {
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
        Row::new("aclnnClampTensor", ternary)
            .accepts(&[
                ("self", NUMBERS),
                ("clipValueMin", LIMITS),
                ("clipValueMax", LIMITS),
                ("out", OUT),
            ])
            .computes(of_three)
            .elements(weighted::clamp),
        Row::new("aclnnClampMinTensor", binary)
            .accepts(&[("self", NUMBERS), ("clipValueMin", LIMITS), ("out", OUT)])
            .computes(of_two)
            .elements(weighted::clamp_min),
        Row::new("aclnnClampMaxTensor", binary)
            .accepts(&[("self", NUMBERS), ("max", LIMITS), ("out", OUT)])
            .computes(of_two)
            .elements(weighted::clamp_max),
        Row::new("aclnnInplaceClampMinTensor", binary_in_place)
            .accepts(&[("selfRef", FLOATS), ("clipValueMin", LIMITS)])
            .computes(of_two)
            .elements(weighted::clamp_min),
        Row::new("aclnnInplaceClampMaxTensor", binary_in_place)
            .accepts(&[("selfRef", FLOATS), ("max", LIMITS)])
            .computes(of_two)
            .elements(weighted::clamp_max),
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
        Row::new("aclnnClamp", both_limits)
            .accepts(&[
                ("self", NUMBERS),
                ("clipValueMin", LIMITS),
                ("clipValueMax", LIMITS),
                ("out", OUT),
            ])
            .computes(of_limit)
            .elements(scalars::clamp),
        Row::new("aclnnClampMin", with_scalar)
            .accepts(&[("self", NUMBERS), ("clipValueMin", LIMIT), ("out", OUT)])
            .computes(of_limit)
            .elements(scalars::clamp_min),
        Row::new("aclnnClampMax", with_scalar)
            .accepts(&[("self", NUMBERS), ("clipValueMax", LIMIT), ("out", OUT)])
            .computes(of_limit)
            .elements(scalars::clamp_max),
        Row::new("aclnnInplaceClampMax", in_place_with_scalar)
            .accepts(&[("selfRef", IN_PLACE), ("clipValueMax", LIMIT)])
            .computes(of_limit)
            .elements(scalars::clamp_max),
        Row::new("aclnnHardtanh", both_limits)
            .accepts(&[
                ("self", NUMBERS),
                ("clipValueMin", NUMBERS),
                ("clipValueMax", NUMBERS),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(scalars::clamp),
        Row::new("aclnnInplaceHardtanh", || {
            samples::in_place_of(both_limits())
        })
        .accepts(&[
            ("selfRef", NUMBERS),
            ("clipValueMin", NUMBERS),
            ("clipValueMax", NUMBERS),
        ])
        .computes(computes::own)
        .elements(scalars::clamp),
    ]
}

/// By category; complex limits, which chips before Ascend950 take, count as 0.
fn of_limit(arguments: &Arguments) -> Option<Dtype> {
    match part(arguments[["clipValueMin", "clipValueMax"]].dtype()?) {
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
