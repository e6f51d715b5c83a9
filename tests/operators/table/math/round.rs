//! The rows of `aclnnRound` and its other forms.

use crate::argument::Argument;
use crate::reference::{piecewise, signs};
use crate::table::samples::{in_place, unary, with};
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes, samples};

fn decimals(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    with(samples, 1, &[2, 0, -1, 7].map(Argument::Int))
}

const ROUNDED: &str = "f32 f16 f64 i32 i64 | 910B 950 310: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRound", samples::unary)
            .accepts(&[
                ("self", "f32 f16 f64 i32 i64 | 910B 950 310: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::round)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceRound", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 f64 i32 i64 | 910B 950 310: + bf16")])
            .computes(computes::own)
            .unary(piecewise::round)
            .holds(IN_PLACE),
        Row::new("aclnnRoundDecimals", || decimals(&unary()))
            .accepts(&[("self", ROUNDED), ("out", "as self")])
            .computes(computes::own)
            .elements(signs::round_decimals),
        Row::new("aclnnInplaceRoundDecimals", || decimals(&in_place()))
            .accepts(&[("selfRef", ROUNDED)])
            .computes(computes::own)
            .elements(signs::round_decimals),
    ]
}
