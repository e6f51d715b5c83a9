//! The row of `aclnnInplaceMaskedFillScalar`.

use hostnpu::tensor::Dtype::*;

use crate::reference::indexing;
use crate::table::samples::scalar;
use crate::table::shared::selection::masks;
use crate::table::{Row, computes};

const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceMaskedFillScalar", || masks(&scalar(F32, 2.5)))
            .accepts(&[
                ("selfRef", "f32 i32 i64 f16 i8 bool | 910B 950: + bf16"),
                ("mask", "bool"),
                ("value", ANY),
            ])
            .computes(computes::own)
            .elements(indexing::filled),
    ]
}
