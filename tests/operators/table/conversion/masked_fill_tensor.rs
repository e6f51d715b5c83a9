//! The row of `aclnnInplaceMaskedFillTensor`.

use hostnpu::tensor::Dtype::*;

use crate::reference::indexing;
use crate::table::samples::read;
use crate::table::shared::selection::masks;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceMaskedFillTensor", || {
            masks(&read(F32, &[], &[2.5]))
        })
        .accepts(&[
            ("selfRef", "f32 i32 i64 f16 i8 bool | 910B 950: + bf16"),
            ("mask", "bool"),
            ("value", "f32 i32 i64 f16 i8 bool bf16"),
        ])
        .computes(computes::own)
        // The value has no axis.
        .whole(indexing::filled_from_tensor),
    ]
}
