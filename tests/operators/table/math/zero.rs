//! The row of `aclnnInplaceZero`.

use crate::table::{ELEMENTWISE, OVERLAP, RANK_8, Row, SHAPE, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceZero", samples::written)
            .accepts(&[(
                "selfRef",
                "i8 i32 i64 u8 f16 f32 bool f64 i16 u16 c64 c128 bf16 | 950: + e5m2 e4m3 hif8",
            )])
            .computes(computes::own)
            .filled(|_| 0_i128.into())
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP).without(RANK_8)),
    ]
}
