//! The row of `aclnnSquaredRelu`.

use crate::reference::signs;
use crate::table::samples::unary;
use crate::table::{ELEMENTWISE, RANK_0, Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSquaredRelu", unary)
            .accepts(&[
                ("input", "none | 910B 950: bf16 f16 f32"),
                ("out", "as input"),
            ])
            .computes(computes::own)
            .unary(signs::squared_relu)
            .holds(ELEMENTWISE.without(RANK_0)),
    ]
}
