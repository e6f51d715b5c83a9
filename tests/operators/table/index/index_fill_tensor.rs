//! The rows of `aclnnIndexFillTensor` and `aclnnInplaceIndexFillTensor`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read, scalar};
use crate::table::shared::index::slices::with_out;
use crate::table::{OVERLAP, Row, STRIDED, computes};

fn filled_at_numbers() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: &[i64]| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            Argument::Ints(at.to_vec()),
            scalar(F32, 1.5),
        ]
    };
    vec![
        call(F32, &[3, 4], 1, &[0, -1]),
        call(F16, &[3, 4], 0, &[2, -3, 2]),
        call(I32, &[2, 3, 4], -2, &[1]),
        call(Bool, &[], 0, &[0]),
        call(I64, &[5], 0, &[]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexFillTensor", || with_out(filled_at_numbers()))
            .accepts(&[
                (
                    "self",
                    "i32 f16 f32 i64 bool | 910B 950: + bf16 | 950: + i8 u8 i16 f64",
                ),
                (
                    "value",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexFillTensor", filled_at_numbers)
            .accepts(&[
                (
                    "selfRef",
                    "i32 f16 f32 i64 bool | 910B 950: + bf16 | 950: + i8 u8 i16 f64",
                ),
                (
                    "value",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill),
    ]
}
