//! The row of `aclnnChannelShuffle`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn channels() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], groups| {
        vec![
            patterns(dtype, shape, 3),
            Argument::Int(groups),
            write(dtype, shape),
        ]
    };
    vec![
        call(F32, &[1, 4, 3], 2),
        call(I8, &[2, 6, 5, 7], 3),
        call(Complex128, &[2, 6, 5], 6),
        call(Bf16, &[3, 60, 33], 1),
    ]
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnChannelShuffle", channels)
            .accepts(&[
                ("self", "f16 f32 f64 i8 i16 i32 i64 u8 bool c64 c128 bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(|arguments| {
                let shape = &movement::tensor(arguments, "self").shape;
                let (groups, each) = (movement::int(arguments, "groups"), shape[1]);
                let array = movement::Array::of(movement::tensor(arguments, "self"));
                let result = movement::Array::filled(shape, |index| {
                    let mut from = index.to_vec();
                    from[1] = index[1] % groups * (each / groups) + index[1] / groups;
                    array.at(&from)
                });
                vec![result.bytes(movement::tensor(arguments, "self").dtype)]
            })
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
