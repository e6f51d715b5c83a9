//! The rows of `aclnnTrunc` and `aclnnInplaceTrunc`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTrunc", samples::unary)
            .accepts(&[
                ("self", "f32 f16 | 910B: + bf16 | 950: + bf16 i8 u8 i32"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::trunc)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceTrunc", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 | 910B: + bf16 | 950: + bf16 i8 u8 i32")])
            .computes(computes::own)
            .unary(piecewise::trunc)
            .holds(IN_PLACE),
    ]
}
