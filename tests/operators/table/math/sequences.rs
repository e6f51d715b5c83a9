//! Numbers that follow from their place.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::sequences;
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::{EMPTY, RANK_0, Row, STRIDED, computes};

/// Up and down, in every type, with steps that no type holds, beyond the sequence's end, cut off, of several dimensions, and large.
fn sequences() -> Vec<Vec<Argument>> {
    let sequence = |of: Dtype, numbers: [f64; 3], out: Dtype, shape: &[i64]| {
        let mut arguments = numbers.map(|number| scalar(of, number)).to_vec();
        arguments.push(write(out, shape));
        arguments
    };
    let mut samples = vec![sequence(Dtype::F32, [0.0, 10.0, 1.0], Dtype::F32, &[10])];
    for out in [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F64] {
        samples.push(sequence(Dtype::F64, [-0.3, 1.7, 0.1], out, &[20]));
        samples.push(sequence(Dtype::F64, [1e5, -1e5, -3.7], out, &[54_055]));
        samples.push(sequence(Dtype::F64, [1.0, 1e9, 1e-3], out, &[3, 70_001]));
    }
    for out in [Dtype::I32, Dtype::I64] {
        samples.push(sequence(Dtype::I32, [10.0, -5.0, -3.0], out, &[5]));
        samples.push(sequence(Dtype::F64, [0.5, 6.5, 1.5], out, &[2, 4]));
        samples.push(sequence(Dtype::I64, [1e9, 4e9, 7.0], out, &[70_001]));
        samples.push(sequence(Dtype::I64, [3.0, 3.0, 7.0], out, &[2]));
    }
    samples
}

/// With their end, without it, longer and shorter than the output, in every type.
fn closed_sequences() -> Vec<Vec<Argument>> {
    let sequence = |of: Dtype, numbers: [f64; 3], out: Dtype, shape: &[i64]| {
        let mut arguments = numbers.map(|number| scalar(of, number)).to_vec();
        arguments.push(write(out, shape));
        arguments
    };
    let mut samples = vec![sequence(Dtype::F32, [0.0, 10.0, 1.0], Dtype::F32, &[11])];
    for out in [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::F64,
        Dtype::I32,
        Dtype::I64,
    ] {
        samples.push(sequence(Dtype::F64, [10.0, -5.0, -3.0], out, &[6]));
        samples.push(sequence(Dtype::F64, [1.0, 8.0, 2.0], out, &[2, 3]));
        samples.push(sequence(Dtype::I32, [4.0, 4.0, 7.0], out, &[2]));
        samples.push(sequence(Dtype::I32, [1.0, 500.0, 1.0], out, &[70]));
    }
    samples
}

/// Along every dimension, in every kind of type: products that leave FLOAT16 and come back, that wrap, that run far.
fn factors() -> Vec<Vec<Argument>> {
    let factors = [1.25, -0.75, 1.1, 3.0, -0.3, 0.9];
    let call =
        |dtype, shape: &[i64], dim| vec![read(dtype, shape, &factors), scalar(Dtype::I64, dim)];
    let mut samples = vec![
        call(Dtype::F32, &[3, 4], 0.0),
        call(Dtype::F32, &[3, 4], -1.0),
        call(Dtype::F32, &[5, 300, 21], 1.0),
    ];
    for dtype in [Dtype::F64, Dtype::F16, Dtype::Bf16] {
        samples.push(call(dtype, &[7, 41], 1.0));
        samples.push(call(dtype, &[41, 7], 0.0));
    }
    for dtype in [
        Dtype::I8,
        Dtype::U8,
        Dtype::I16,
        Dtype::U16,
        Dtype::I32,
        Dtype::U32,
        Dtype::I64,
        Dtype::U64,
    ] {
        samples.push(vec![patterns(dtype, &[9, 33], 5), scalar(Dtype::I32, 1.0)]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const SCALARS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    vec![
        Row::new("aclnnArange", sequences)
            .accepts(&[
                ("start", SCALARS),
                ("end", SCALARS),
                ("step", SCALARS),
                ("out", "f16 f32 f64 i32 i64 | 910B 950: + bf16"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .whole(sequences::arange)
            .holds(STRIDED | EMPTY | RANK_0),
        Row::new("aclnnRange", closed_sequences)
            .accepts(&[
                ("start", SCALARS),
                ("end", SCALARS),
                ("step", SCALARS),
                ("out", "f16 f32 f64 i32 i64 | 910B 950: + bf16"),
            ])
            .computes(|arguments| arguments["out"].dtype())
            .whole(sequences::range)
            .holds(STRIDED | EMPTY),
        Row::new("aclnnInplaceCumprod", factors)
            .accepts(&[
                ("input", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64"),
                ("dim", "i32 i64"),
            ])
            .computes(computes::own)
            .whole(sequences::cumulative_product)
            .ulp(0.5001, 1.0)
            .holds(STRIDED | EMPTY | RANK_0),
    ]
}
