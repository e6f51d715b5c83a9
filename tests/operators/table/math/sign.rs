//! The row of `aclnnSign`.

use crate::reference::signs;
use crate::table::samples::unary;
use crate::table::shared::math::signs::NEAREST;
use crate::table::{ELEMENTWISE, RANK_8, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSign", unary)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i32 i64 c64 c128 bool | 910B 950: + bf16",
                ),
                ("result", "as self"),
            ])
            .computes(computes::own)
            .unary(signs::sign)
            .accuracy(NEAREST)
            .holds(ELEMENTWISE.without(RANK_8)),
    ]
}
