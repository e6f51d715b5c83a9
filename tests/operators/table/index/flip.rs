//! The row of `aclnnFlip`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::WIDTHS;
use crate::table::shared::movement::ordering::{call, calls};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn flipped() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1]], &[3, 4])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[5, 67, 43], &[&[2, 0]], &[5, 67, 43]),
            (&[5, 67, 43], &[&[-2]], &[5, 67, 43]),
            (&[5, 7], &[&[]], &[5, 7]),
            (&[], &[&[0]], &[]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnFlip", flipped)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B: + bf16 | 950: + bf16 u16 u32 u64",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::flipped)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
