//! The row of `aclnnPermute`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::WIDTHS;
use crate::table::shared::movement::ordering::{call, calls};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn permuted() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1, 0]], &[4, 3])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[70, 65], &[&[-1, 0]], &[65, 70]),
            (&[3, 10, 5, 17], &[&[0, 2, 1, 3]], &[3, 5, 10, 17]),
            (&[3, 10, 5, 17], &[&[3, 1, 0, -2]], &[17, 10, 3, 5]),
            (&[], &[&[]], &[]),
            (&[1, 1], &[&[0, 1]], &[1, 1]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnPermute", permuted)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool f64 c64 c128 hif8 e5m2 e4m3 | 910B 950: + bf16",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::permuted)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
