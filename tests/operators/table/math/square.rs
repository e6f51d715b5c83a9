//! The row of `aclnnSquare`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSquare", samples::unary)
            .accepts(&[
                ("self", "none | 950: i64 f32 f16 i32 bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::square)
            .holds(ELEMENTWISE),
    ]
}
