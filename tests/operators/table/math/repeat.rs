//! The row of `aclnnRepeat`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::WIDTHS;
use crate::table::shared::movement::ordering::{call, calls};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn repeated() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[2, 1]], &[6, 4])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[3, 4], &[&[5, 2, 3]], &[5, 6, 12]),
            (&[2, 1, 3], &[&[2, 70, 90]], &[4, 70, 270]),
            (&[], &[&[3, 2]], &[3, 2]),
            (&[], &[&[]], &[]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnRepeat", repeated)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 c64 c128 u8 i8 i16 i32 i64 bool bf16 u32 u64 | 910B: + u16 | 950: + u16 hif8 e5m2 e4m3",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::repeated)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
