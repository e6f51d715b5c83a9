//! The rows of `aclnnSub` and its other forms.

use crate::reference::arithmetic;
use crate::table::{BROADCAST, ELEMENTWISE, IN_PLACE, Row, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSub", samples::binary_with_alpha)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::sub)
            .holds(ELEMENTWISE | BROADCAST),
        Row::new("aclnnSubs", samples::scalar_with_alpha)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(arithmetic::sub)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceSub", samples::in_place_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::sub)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceSubs", samples::in_place_scalar_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::with_scalar)
            .elements(arithmetic::sub)
            .holds(IN_PLACE),
    ]
}
