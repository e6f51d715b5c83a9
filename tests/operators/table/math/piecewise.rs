//! Rounding, signs and classes of one tensor.

use crate::reference::piecewise;
use crate::table::{ELEMENTWISE, IN_PLACE, RANK_8, Row, computes, samples};

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
        Row::new("aclnnTrunc", samples::unary)
            .accepts(&[
                ("self", "f32 f16 | 910B: + bf16 | 950: + bf16 i8 u8 i32"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::trunc)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceTrunc", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 | 910B: + bf16 | 950: + bf16 i8 u8 i32")])
            .computes(computes::own)
            .unary(piecewise::trunc)
            .holds(IN_PLACE),
        Row::new("aclnnRound", samples::unary)
            .accepts(&[
                ("self", "f32 f16 f64 i32 i64 | 910B 950 310: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::round)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceRound", samples::in_place)
            .accepts(&[("selfRef", "f32 f16 f64 i32 i64 | 910B 950 310: + bf16")])
            .computes(computes::own)
            .unary(piecewise::round)
            .holds(IN_PLACE),
        Row::new("aclnnNeg", samples::unary)
            .accepts(&[
                ("self", "i8 i32 i64 f16 f32 f64 c64 c128 | 910B 950: + bf16"),
                ("out", "castable"),
            ])
            .computes(computes::own)
            .unary(piecewise::neg)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceNeg", samples::in_place)
            .accepts(&[(
                "selfRef",
                "i8 i32 i64 f16 f32 f64 c64 c128 | 910B 950: + bf16",
            )])
            .computes(computes::own)
            .unary(piecewise::neg)
            .holds(IN_PLACE),
        Row::new("aclnnAbs", samples::unary)
            .accepts(&[
                (
                    "self",
                    "f64 f32 f16 i8 i16 i32 i64 u8 bool | 910B: + bf16 c64 | 950: + bf16 c64 c32",
                ),
                ("out", "real self"),
            ])
            .computes(computes::real)
            .unary(piecewise::abs)
            .ulp(0.5001, 0.5)
            .holds(ELEMENTWISE),
        Row::new("aclnnSquare", samples::unary)
            .accepts(&[
                ("self", "none | 950: i64 f32 f16 i32 bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .unary(piecewise::square)
            .holds(ELEMENTWISE),
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
        Row::new("aclnnIsFinite", samples::to_bool)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::is_finite)
            .holds(ELEMENTWISE),
        Row::new("aclnnIsPosInf", samples::to_bool)
            .accepts(&[
                (
                    "self",
                    "none | 310: f32 f16 bool i8 i16 i32 i64 u8 | 910B 950: f32 f16 bf16 bool i8 i16 i32 i64 u8",
                ),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::is_pos_inf)
            .holds(ELEMENTWISE)
            .except(&[("chips 910", "refused there")]),
        Row::new("aclnnIsNegInf", samples::to_bool)
            .accepts(&[
                (
                    "self",
                    "none | 310: f32 f16 bool i8 i16 i32 i64 u8 | 910B 950: f32 f16 bf16 bool i8 i16 i32 i64 u8",
                ),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(piecewise::is_neg_inf)
            .holds(ELEMENTWISE)
            .except(&[("chips 910", "refused there")]),
    ]
}
