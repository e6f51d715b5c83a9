//! The row of `aclnnInplaceFillDiagonal`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::diagonals;
use crate::table::samples::{patterns, scalar};
use crate::table::{Row, computes};

fn filled_diagonals() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F32, I8, Bf16, I64, Bool, F64] {
        for (shape, wrap) in [
            (&[3, 4][..], false),
            (&[11, 3], true),
            (&[12, 3], true),
            (&[11, 3], false),
            (&[3, 11], true),
            (&[5, 5, 5], true),
            (&[1, 1], true),
        ] {
            samples.push(vec![
                patterns(dtype, shape, 6),
                scalar(F64, 3.7),
                Argument::Bool(wrap),
            ]);
        }
    }
    samples.push(vec![
        patterns(I64, &[3, 4], 6),
        scalar(I64, 16_777_217.0),
        Argument::Bool(false),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceFillDiagonal", filled_diagonals)
            .accepts(&[
                (
                    "selfRef",
                    "f16 f32 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "fillValue",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
            ])
            .computes(computes::own)
            .bits(diagonals::filled_diagonal),
    ]
}
