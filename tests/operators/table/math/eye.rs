//! The row of `aclnnEye`.

use crate::reference::movement;
use crate::table::shared::movement::triangles::eyes;
use crate::table::{Accuracy, Row, SHAPE, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEye", eyes)
            .accepts(&[("out", "f32 f16 i32 i8 i16 u8 i64 bool | 910B 950: + bf16")])
            .computes(computes::own)
            .bits(movement::eye)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
    ]
}
