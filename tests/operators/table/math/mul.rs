//! The rows of `aclnnMul` and its other forms.

use crate::reference::{arithmetic, scalars};
use crate::table::samples::in_place_with_scalar;
use crate::table::shared::math::scalars::{ANY, COMPLEX, NUMBERS, multiplied, scalars_in};
use crate::table::{BROADCAST, ELEMENTWISE, IN_PLACE, RANK_8, Row, computes, samples};

const PRODUCT: &str = "castable: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMul", samples::binary)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "out",
                    "castable, on 950 any: f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::mul)
            .holds(ELEMENTWISE | BROADCAST)
            .except(&[(
                "values complex",
                "infinite products are C99's: crates/kernels/tests",
            )]),
        Row::new("aclnnInplaceMul", samples::binary_in_place)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 c64 c128 | 910B: + bf16 | 950: f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 bf16",
                ),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: + bf16 c64 c128",
                ),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::mul)
            .holds(IN_PLACE.without(RANK_8))
            .except(&[(
                "values complex",
                "infinite products are C99's: crates/kernels/tests",
            )]),
        Row::new("aclnnMuls", multiplied)
            .accepts(&[("self", NUMBERS), ("other", ANY), ("out", PRODUCT)])
            .computes(computes::with_scalar)
            .elements(scalars::mul)
            .without(RANK_8)
            .except(COMPLEX),
        Row::new("aclnnInplaceMuls", || scalars_in(in_place_with_scalar))
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 c64 c128 | 910: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool | 910 910B 310: + c64 c128",
                ),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::mul)
            .without(RANK_8)
            .except(COMPLEX),
    ]
}
