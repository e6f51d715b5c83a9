//! The row of `aclnnIsInf`.

use crate::reference::signs;
use crate::table::{ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIsInf", samples::to_bool)
            .accepts(&[
                ("x", "f16 f32 | 910: none | 910B 950: + bf16"),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(signs::is_inf)
            .holds(ELEMENTWISE),
    ]
}
