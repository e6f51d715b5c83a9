//! The rows of `aclnnClamp` and its other forms.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::number::part;
use crate::reference::{scalars, weighted};
use crate::table::samples::{binary, binary_in_place, in_place_with_scalar, ternary, with_scalar};
use crate::table::shared::limits::{NUMBERS, both_limits};
use crate::table::{Row, computes};

fn of_two(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 2)
}

fn of_three(arguments: &Arguments) -> Option<Dtype> {
    computes::all_promoted(arguments, 3)
}

const OUT: &str = "castable: f16 f32 f64 i8 i16 i32 i64 u8 | 910B 950: + bf16";
const TENSORS: &str = "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool";
const FLOATS: &str = "f16 f32 f64 | 910B 950: + bf16";
const LIMIT: &str =
    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool | 910 910B 310: + c64 c128";
const LIMITS: &str =
    "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool | 910 910B 310: + u16 u32 u64 c64 c128";
const IN_PLACE: &str = "f16 f32 f64 | 910 310: f16 f32 f64 i8 i16 i32 i64 u8 | 910B: f16 f32 f64 i8 i16 i32 i64 u8 bf16 | 950: + bf16";

/// By category; complex limits, which chips before Ascend950 take, count as 0.
fn of_limit(arguments: &Arguments) -> Option<Dtype> {
    match part(arguments[["clipValueMin", "clipValueMax"]].dtype()?) {
        Some(_) => computes::own(arguments),
        None => computes::with_scalar(arguments),
    }
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnClampTensor", ternary)
            .accepts(&[
                ("self", NUMBERS),
                ("clipValueMin", TENSORS),
                ("clipValueMax", TENSORS),
                ("out", OUT),
            ])
            .computes(of_three)
            .elements(weighted::clamp),
        Row::new("aclnnClampMinTensor", binary)
            .accepts(&[("self", NUMBERS), ("clipValueMin", TENSORS), ("out", OUT)])
            .computes(of_two)
            .elements(weighted::clamp_min),
        Row::new("aclnnClampMaxTensor", binary)
            .accepts(&[("self", NUMBERS), ("max", TENSORS), ("out", OUT)])
            .computes(of_two)
            .elements(weighted::clamp_max),
        Row::new("aclnnInplaceClampMinTensor", binary_in_place)
            .accepts(&[("selfRef", FLOATS), ("clipValueMin", TENSORS)])
            .computes(of_two)
            .elements(weighted::clamp_min),
        Row::new("aclnnInplaceClampMaxTensor", binary_in_place)
            .accepts(&[("selfRef", FLOATS), ("max", TENSORS)])
            .computes(of_two)
            .elements(weighted::clamp_max),
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
    ]
}
