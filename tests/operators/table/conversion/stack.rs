//! The row of `aclnnStack`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::WIDTHS;
use crate::table::shared::movement::joining::joined;
use crate::table::{Accuracy, Holds, OVERLAP, Row, SHAPE, STRIDED, computes};

/// Along every new dimension, of mixed types, and scalars.
fn stacked() -> Vec<Vec<Argument>> {
    let mut samples = vec![joined(
        &[(F32, &[3, 4]), (F32, &[3, 4])],
        0,
        F32,
        &[2, 3, 4],
    )];
    for dtype in WIDTHS {
        let pair: [(Dtype, &[i64]); 2] = [(dtype, &[3, 4]), (dtype, &[3, 4])];
        samples.push(joined(&pair, 1, dtype, &[3, 2, 4]));
        samples.push(joined(&pair, -1, dtype, &[3, 4, 2]));
    }
    samples.push(joined(&[(F32, &[]), (I32, &[])], 0, F16, &[2]));
    samples.push(joined(&[(I16, &[7])], 1, I64, &[7, 1]));
    samples
}

const STACK: &str = "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    let holds = Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0);
    vec![
        Row::new("aclnnStack", stacked)
            .accepts(&[
                ("tensors", STACK),
                (
                    "out",
                    "castable: i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 | 910B 950: + bf16",
                ),
            ])
            .computes(computes::own)
            .bits(movement::stacked)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
