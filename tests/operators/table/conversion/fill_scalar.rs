//! The row of `aclnnInplaceFillScalar`.

use crate::reference::arithmetic;
use crate::table::{ELEMENTWISE, OVERLAP, Row, SHAPE, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceFillScalar", samples::filled)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16 & none | 910B 950: u16 u32 u64",
                ),
                ("value", "f32 f16 bf16 f64 i8 u8 i16 i32 i64 bool c64 c128"),
            ])
            .computes(computes::own)
            .filled(arithmetic::filled)
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP)),
    ]
}
