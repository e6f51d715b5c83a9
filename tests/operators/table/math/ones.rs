//! The row of `aclnnInplaceOne`.

use crate::table::{ELEMENTWISE, OVERLAP, Row, SHAPE, computes, samples};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceOne", samples::written)
            .accepts(&[(
                "selfRef",
                "f32 f16 i8 i16 i32 i64 u8 bool f64 | 910B 950: + bf16",
            )])
            .computes(computes::own)
            .filled(|_| 1_i128.into())
            .holds(ELEMENTWISE.without(SHAPE).without(OVERLAP)),
    ]
}
