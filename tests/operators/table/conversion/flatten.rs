//! The row of `aclnnFlatten`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn flattened() -> Vec<Vec<Argument>> {
    let flat = |dtype, shape: &[i64], axis, out: &[i64]| {
        vec![
            patterns(dtype, shape, 2),
            Argument::Int(axis),
            write(dtype, out),
        ]
    };
    vec![
        flat(F32, &[3, 4], 1, &[3, 4]),
        flat(F32, &[3, 4, 5], 0, &[1, 60]),
        flat(I8, &[3, 4, 5], -1, &[12, 5]),
        flat(U64, &[3, 4, 5, 7], 2, &[12, 35]),
        flat(F16, &[], -1, &[1, 1]),
        flat(Bool, &[7], 0, &[1, 7]),
    ]
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnFlatten", flattened)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::same_order)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
