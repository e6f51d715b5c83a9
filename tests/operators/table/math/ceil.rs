//! The rows of `aclnnCeil` and `aclnnInplaceCeil`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCeil", samples::unary)
            .accepts(&[
                ("self", "f64 f32 f16 | 910B 950: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::ceil)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceCeil", samples::in_place)
            .accepts(&[("selfRef", "f64 f32 f16 | 910B 950: + bf16")])
            .computes(computes::own)
            .unary(piecewise::ceil)
            .holds(IN_PLACE),
    ]
}
