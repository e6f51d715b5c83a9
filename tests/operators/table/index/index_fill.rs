//! The rows of `aclnnIndexFill` and `aclnnInplaceIndexFill`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read, scalar};
use crate::table::shared::index::slices::{SCALAR, with_out};
use crate::table::shared::index::{INDEX, index};
use crate::table::{OVERLAP, Row, STRIDED, computes};

fn filled() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: Argument| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            at,
            scalar(F32, 1.5),
        ]
    };
    vec![
        call(F32, &[3, 4], 1, index(I64, &[2], &[0, -1])),
        // Those outside the axis name nothing.
        call(F16, &[3, 4], 0, index(I32, &[2, 2], &[2, 3, -4, 100])),
        call(I32, &[2, 3, 4], -2, index(I64, &[1], &[77])),
        call(Bool, &[], 0, index(I64, &[2], &[0, -1])),
        call(I64, &[5], 0, index(I64, &[0], &[])),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexFill", || with_out(filled()))
            .accepts(&[
                (
                    "self",
                    "none | 910B 950: i32 f16 f32 i64 bool bf16 | 950: + i8 u8 i16 f64",
                ),
                ("index", INDEX),
                ("value", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexFill", filled)
            .accepts(&[
                (
                    "selfRef",
                    "none | 910B 950: i32 f16 f32 i64 bool bf16 | 950: + i8 u8 i16 f64",
                ),
                ("index", INDEX),
                ("value", SCALAR),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill),
    ]
}
