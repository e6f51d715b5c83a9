//! The rows of `aclnnFloor` and `aclnnInplaceFloor`.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFloor", samples::unary)
            .accepts(&[
                (
                    "self",
                    "f64 f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 | 910B 950: + bf16",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::floor)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceFloor", samples::in_place)
            .accepts(&[(
                "selfRef",
                "f64 f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 | 910B 950: + bf16",
            )])
            .computes(computes::own)
            .unary(piecewise::floor)
            .holds(IN_PLACE),
    ]
}
