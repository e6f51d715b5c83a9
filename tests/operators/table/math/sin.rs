//! The rows of `aclnnSin` and `aclnnInplaceSin`.

use crate::reference::functions;
use crate::table::{ELEMENTWISE, OVERLAP, RANK_8, Row, SHAPE, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceSin", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 | 910B 950: + bf16")])
            .computes(computes::own)
            .unary(functions::sin)
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP)),
        Row::new("aclnnSin", samples::unary)
            .accepts(&[("self", "f32 f16 | 910B 950: + bf16"), ("out", "as self")])
            .computes(computes::own)
            .unary(functions::sin)
            .holds(ELEMENTWISE | RANK_8),
    ]
}
