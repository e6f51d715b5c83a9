//! Arithmetic of two tensors, of a tensor and a scalar, and conversion.

use crate::reference::arithmetic;
use crate::table::{
    BROADCAST, ELEMENTWISE, IN_PLACE, OVERLAP, RANK_8, Row, SHAPE, computes, samples,
};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdd", samples::binary_with_alpha)
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
            .elements(arithmetic::add)
            .holds(ELEMENTWISE | BROADCAST),
        Row::new("aclnnAdds", samples::scalar_with_alpha)
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
            .elements(arithmetic::add)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceAdd", samples::in_place_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::add)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceAdds", samples::in_place_scalar_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::with_scalar)
            .elements(arithmetic::add)
            .holds(IN_PLACE),
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
        Row::new("aclnnMinimum", samples::binary)
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
            .elements(arithmetic::minimum)
            .holds(ELEMENTWISE | BROADCAST),
        Row::new("aclnnInplaceZero", samples::written)
            .accepts(&[(
                "selfRef",
                "i8 i32 i64 u8 f16 f32 bool f64 i16 u16 c64 c128 bf16 | 950: + e5m2 e4m3 hif8",
            )])
            .computes(computes::own)
            .filled(|_| 0_i128.into())
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP).without(RANK_8)),
        Row::new("aclnnInplaceOne", samples::written)
            .accepts(&[(
                "selfRef",
                "f32 f16 i8 i16 i32 i64 u8 bool f64 | 910B 950: + bf16",
            )])
            .computes(computes::own)
            .filled(|_| 1_i128.into())
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP)),
        Row::new("aclnnCast", samples::cast)
            .accepts(&[
                (
                    "self",
                    "f16 f32 f64 i8 u8 i16 i32 i64 u16 u32 u64 bool c64 c128 | 910B: + bf16 | 950: + bf16 hif8 e5m2 e4m3 c32",
                ),
                ("out", "as dtype"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .elements(arithmetic::cast)
            .holds(ELEMENTWISE)
            .except(&[
                ("dtypes out", "another type than `dtype` gives 561103"),
                (
                    "dtypes self",
                    "types of few bits: every code and every rounding is a test of its own (casts)",
                ),
            ]),
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
    ]
}
