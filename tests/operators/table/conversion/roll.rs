//! The row of `aclnnRoll`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::ordering::{call, calls};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn rolled() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1], &[0]], &[3, 4])];
    samples.extend(calls(
        &[I8, Bf16, I32, Complex64],
        &[
            (&[5, 67, 43], &[&[3, -50], &[1, 2]], &[5, 67, 43]),
            (&[5, 67, 43], &[&[7, 1, -2], &[0, -3, 2]], &[5, 67, 43]),
            (&[5, 67], &[&[100], &[]], &[5, 67]),
            (&[5, 67], &[&[i64::MIN], &[]], &[5, 67]),
            (&[], &[&[3], &[]], &[]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnRoll", rolled)
            .accepts(&[
                (
                    "x",
                    "f32 f16 i8 u8 i32 u32 bool i64 | 910B: + bf16 i16 | 950: + bf16 i16 c64",
                ),
                ("out", "as x"),
            ])
            .computes(computes::own)
            .bits(movement::rolled)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
