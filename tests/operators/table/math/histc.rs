//! The row of `aclnnHistc`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::shared::search::statistics::WITH_NAN;
use crate::table::shared::search::whole_numbers;

const COUNTED: &str = "f32 f16 i64 i32 i16 i8 u8";

/// A given range and that of the elements, integers and floats, numbers at the ends, outside, and NaN; results that wrap.
fn histograms() -> Vec<Vec<Argument>> {
    let call = |self_: Argument, bins: i64, [low, high]: [f64; 2], out: Dtype| {
        vec![
            self_,
            Argument::Int(bins),
            scalar(Dtype::F32, low),
            scalar(Dtype::F32, high),
            write(out, &[bins]),
        ]
    };
    vec![
        call(
            read(Dtype::F32, &[3, 4], &NUMBERS),
            5,
            [0.0, 8.0],
            Dtype::I64,
        ),
        call(
            read(Dtype::F32, &[5, 7], &WITH_NAN),
            4,
            [0.0, 0.0],
            Dtype::F32,
        ),
        call(
            read(Dtype::F16, &[70_001], &NUMBERS),
            10,
            [-3.0, 11.0],
            Dtype::I8,
        ),
        call(
            read(Dtype::I32, &[3, 4], &NUMBERS),
            3,
            [-3.0, 7.0],
            Dtype::I32,
        ),
        call(
            patterns(Dtype::U8, &[70_001], 1),
            100,
            [0.0, 0.0],
            Dtype::I64,
        ),
        call(patterns(Dtype::I64, &[301], 1), 7, [0.0, 0.0], Dtype::I64),
        call(read(Dtype::I16, &[5], &[4.0]), 3, [2.0, 2.0], Dtype::I16),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHistc", histograms)
            .accepts(&[
                ("self", COUNTED),
                ("min", "any"),
                ("max", "any"),
                ("out", COUNTED),
            ])
            .computes(whole_numbers)
            .whole(repeats::histogram),
    ]
}
