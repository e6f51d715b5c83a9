//! The row of `aclnnIsFinite`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsFinite", samples::to_bool)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::is_finite)
            .holds(ELEMENTWISE),
    ]
}
