//! Operators of ops-math, `conversion/`.

use super::{BROADCAST, ELEMENTWISE, OVERLAP, Row, SHAPE, computes, samples};
use crate::reference::arithmetic;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceCopy", samples::copy)
            .accepts(&[
                (
                    "selfRef",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 bf16 e5m2 e4m3 hif8",
                ),
                (
                    "src",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 bf16 e5m2 e4m3 hif8",
                ),
            ])
            .computes(|arguments| arguments["selfRef"].dtype())
            .elements(arithmetic::copied)
            .holds(ELEMENTWISE | BROADCAST)
            .except(&[
                (
                    "dtypes selfRef",
                    "types of few bits: tests of their own (casts)",
                ),
                (
                    "dtypes src",
                    "types of few bits: tests of their own (casts)",
                ),
                ("shapes selfRef", "a row of `src` broadcasts"),
            ]),
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
