//! The rows of `aclnnDiv` and its other forms.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::part;
use crate::reference::division;
use crate::table::samples::{binary, binary_in_place, in_place_with_scalar, with, with_scalar};
use crate::table::shared::math::division::{FLOORS, REALS};
use crate::table::shared::math::scalars;
use crate::table::shared::math::scalars::{float, multiplied, scalars_in, wide};
use crate::table::{Row, computes};

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

const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];
const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
const DIVIDED: &[(&str, &str)] = &[("self", NUMBERS), ("other", NUMBERS), ("out", "castable")];
const DIVIDED_IN_PLACE: &[(&str, &str)] = &[
    ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
    ("other", REALS),
];

fn quotient_by_mode(arguments: &Arguments) -> Option<Dtype> {
    match (division::mode(arguments), computes::with_scalar(arguments)?) {
        // FLOAT16 is divided by a FLOAT, and rounded once to an output of its type.
        (0, dtype) => Some(float(dtype)),
        (_, dtype) if part(dtype).is_some() => None,
        (_, dtype) => Some(wide(dtype)),
    }
}

pub fn rows() -> Vec<Row> {
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
        Row::new("aclnnDivs", multiplied)
            .accepts(scalars::DIVIDED)
            .computes(scalars::quotient)
            .elements(crate::reference::scalars::div)
            .except(scalars::COMPLEX),
        Row::new("aclnnInplaceDivs", || scalars_in(in_place_with_scalar))
            .accepts(scalars::DIVIDED_IN_PLACE)
            .computes(scalars::quotient)
            .elements(crate::reference::scalars::div)
            .except(scalars::COMPLEX),
        Row::new("aclnnDivMods", || scalars::modes(&scalars_in(with_scalar)))
            .accepts(scalars::DIVIDED)
            .computes(quotient_by_mode)
            .elements(crate::reference::scalars::by_mode)
            .accuracy(scalars::FLOORS)
            .except(scalars::COMPLEX),
        Row::new("aclnnInplaceDivMods", || {
            scalars::modes(&scalars_in(in_place_with_scalar))
        })
        .accepts(scalars::DIVIDED_IN_PLACE)
        .computes(quotient_by_mode)
        .elements(crate::reference::scalars::by_mode)
        .accuracy(scalars::FLOORS)
        .except(scalars::COMPLEX),
    ]
}
