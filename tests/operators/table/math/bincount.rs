//! The row of `aclnnBincount`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{patterns, read, write};

fn occurrences() -> Vec<Vec<Argument>> {
    let numbers = |dtype, count| read(dtype, &[count], &[0.0, 3.0, 3.0, 7.0, -1.0, 100.0]);
    let call = |self_: Argument, weights: Argument, least: i64, out: Dtype| {
        vec![self_, weights, Argument::Int(least), write(out, &[9])]
    };
    let weights = |dtype| read(dtype, &[13], &[0.5, 1.25, 2.0, 3.75]);
    vec![
        call(numbers(Dtype::I64, 13), weights(Dtype::F32), 0, Dtype::F32),
        call(numbers(Dtype::I32, 13), Argument::Null, 9, Dtype::I64),
        call(numbers(Dtype::I8, 13), weights(Dtype::F64), 4, Dtype::F64),
        call(numbers(Dtype::I16, 13), weights(Dtype::F16), 4, Dtype::I32),
        call(
            patterns(Dtype::U8, &[70_001], 1),
            Argument::Null,
            0,
            Dtype::F32,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBincount", occurrences)
            .accepts(&[
                ("self", "i8 i16 i32 i64 u8"),
                ("weights", "f32 f16 f64 i8 i16 i32 i64 u8 bool"),
                ("out", "f32 f64 i32 i64"),
            ])
            .computes(|_| Some(Dtype::F64))
            .whole(repeats::occurrences),
    ]
}
