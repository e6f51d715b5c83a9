//! The rows of `aclnnLogicalNot` and `aclnnInplaceLogicalNot`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, RANK_8, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLogicalNot", samples::unary)
            .accepts(&[
                ("self", "u8 i8 i16 i32 i64 f16 f32 f64 bool bf16"),
                ("out", "u8 i8 i16 i32 i64 f16 f32 f64 bool bf16"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::logical_not)
            .holds(ELEMENTWISE.without(RANK_8)),
        Row::new("aclnnInplaceLogicalNot", samples::in_place)
            .accepts(&[("selfRef", "u8 i8 i16 i32 i64 f16 f32 f64 bool bf16")])
            .computes(computes::boolean)
            .unary(piecewise::logical_not)
            .holds(IN_PLACE.without(RANK_8)),
    ]
}
