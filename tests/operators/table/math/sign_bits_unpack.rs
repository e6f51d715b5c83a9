//! The row of `aclnnSignBitsUnpack`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, is_float};
use crate::table::Row;
use crate::table::samples::{patterns, write};
use crate::table::shared::math::signs::numbers;

/// The lowest bit of each byte comes first.
fn unpacked(arguments: &Arguments) -> Vec<Vec<Number>> {
    let bytes = numbers(&arguments["self"].tensors()[0]);
    let signs = |byte: &Number| {
        let byte = byte.as_int();
        (0..8).map(move |k| Number::from(if byte >> k & 1 == 1 { 1.0 } else { -1.0 }))
    };
    vec![bytes.iter().flat_map(signs).collect()]
}

fn unpacking() -> Vec<Vec<Argument>> {
    let sample = |input, size, dtype, shape: &[i64]| {
        vec![
            input,
            Argument::Int(size),
            Argument::DataType(dtype),
            write(dtype, shape),
        ]
    };
    vec![
        sample(patterns(Dtype::U8, &[3], 1), 2, Dtype::F32, &[2, 12]),
        sample(patterns(Dtype::U8, &[1001], 1), 4, Dtype::F32, &[4, 2002]),
        sample(patterns(Dtype::U8, &[1001], 1), 1, Dtype::F16, &[1, 8008]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSignBitsUnpack", unpacking)
            .accepts(&[("self", "u8 | 910: none"), ("out", "as dtype")])
            .computes(|arguments| arguments["dtype"].dtype().filter(|&dtype| is_float(dtype)))
            .whole(unpacked),
    ]
}
