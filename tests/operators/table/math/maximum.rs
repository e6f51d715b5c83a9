//! The row of `aclnnMaximum`.

use crate::reference::arithmetic;
use crate::table::{BROADCAST, ELEMENTWISE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaximum", samples::binary)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "out",
                    "castable: f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::maximum)
            .holds(ELEMENTWISE | BROADCAST),
    ]
}
