//! The row of `aclnnMaxPool`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::pooling::{NUMBERS, ints};
use crate::table::{Row, SHAPE, STRIDED};

/// Paddings on four sides, one of which a window lies in, no strides, and every type.
fn without_places() -> Vec<Vec<Argument>> {
    let call = |input: Argument, sizes: [&[i64]; 3], ceil: i64, out: &[i64]| {
        let dtype = input.dtype().expect("a type");
        let [size, stride, pads] = sizes.map(ints);
        vec![
            input,
            size,
            stride,
            Argument::Int(0),
            pads,
            ints(&[]),
            Argument::Int(ceil),
            write(dtype, out),
        ]
    };
    let mut samples = vec![
        call(
            read(Dtype::F16, &[2, 3, 7, 6], &NUMBERS),
            [&[3], &[2], &[1]],
            0,
            &[2, 3, 4, 3],
        ),
        call(
            patterns(Dtype::F32, &[3, 6, 20], 3),
            [&[2, 3], &[], &[2, 0, 0, 1]],
            0,
            &[3, 7, 19],
        ),
        call(
            patterns(Dtype::Bf16, &[1, 1, 5, 5], 5),
            [&[2, 2], &[3, 3], &[]],
            1,
            &[1, 1, 2, 2],
        ),
    ];
    samples[1][5] = ints(&[1, 1, 1, 1]);
    for (seed, dtype) in [
        Dtype::I32,
        Dtype::I64,
        Dtype::U8,
        Dtype::I16,
        Dtype::I8,
        Dtype::U16,
    ]
    .into_iter()
    .enumerate()
    {
        let input = patterns(dtype, &[2, 5, 18], seed as u64);
        samples.push(call(input, [&[3, 2], &[1, 2], &[1, 0]], 0, &[2, 5, 9]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMaxPool", without_places)
            .accepts(&[
                (
                    "self",
                    "f16 | 910B: f16 f32 | 950: f16 f32 bf16 i32 i64 u8 i16 i8 u16",
                ),
                ("out", "as self"),
            ])
            .whole(pooling::largest_padded)
            .holds(STRIDED | SHAPE),
    ]
}
