//! The row of `aclnnExpand`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::movement;
use crate::table::shared::movement::ints;
use crate::table::shared::movement::ordering::{call, calls};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes, entry};

fn expanded() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[1, 4], &[&[3, 4]], &[3, 4])];
    samples.extend(calls(
        &[I8, F16, F32, I64],
        &[
            (&[1, 4, 1], &[&[5, 3, 4, 20]], &[5, 3, 4, 20]),
            (&[], &[&[7, 300]], &[7, 300]),
            (&[], &[&[]], &[]),
            (&[1, 3], &[&[0, 3]], &[0, 3]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnExpand", expanded)
            .accepts(&[
                ("self", "f16 f32 u8 i8 i32 i64 bool | 910B 950: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(|arguments| {
                let mut wrapped = arguments.to_vec();
                wrapped[1] = ints(&[]);
                movement::repeated(&Arguments::new(entry("aclnnRepeat"), &wrapped))
            })
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
