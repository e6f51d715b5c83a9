//! The rows of `aclnnNeg` and `aclnnInplaceNeg`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNeg", samples::unary)
            .accepts(&[
                ("self", "i8 i32 i64 f16 f32 f64 c64 c128 | 910B 950: + bf16"),
                ("out", "castable"),
            ])
            .computes(computes::own)
            .unary(piecewise::neg)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceNeg", samples::in_place)
            .accepts(&[(
                "selfRef",
                "i8 i32 i64 f16 f32 f64 c64 c128 | 910B 950: + bf16",
            )])
            .computes(computes::own)
            .unary(piecewise::neg)
            .holds(IN_PLACE),
    ]
}
