//! The row of `aclnnIsNegInf`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsNegInf", samples::to_bool)
            .accepts(&[
                (
                    "self",
                    "none | 310: f32 f16 bool i8 i16 i32 i64 u8 | 910B 950: f32 f16 bf16 bool i8 i16 i32 i64 u8",
                ),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::is_neg_inf)
            .holds(ELEMENTWISE)
            .except(&[("chips 910", "refused there")]),
    ]
}
