//! The row of `aclnnReal`.

use crate::reference::signs;
use crate::table::samples::unary;
use crate::table::{ELEMENTWISE, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnReal", unary)
            .accepts(&[
                (
                    "self",
                    "c64 c128 | 910B: f32 f16 c32 c64 c128 | 950: f32 f16 c32 c64",
                ),
                ("out", "real self"),
            ])
            .computes(computes::real)
            .unary(signs::real)
            .holds(ELEMENTWISE),
    ]
}
