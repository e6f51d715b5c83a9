//! The row of `aclnnConstantPadNd`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::pads;
use crate::table::samples::{patterns, scalar, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::pads::padded;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, computes};

fn constant() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], pad: &[i64], value| {
        let out = padded(shape, pad);
        vec![
            patterns(dtype, shape, 8),
            ints(pad),
            value,
            write(dtype, &out),
        ]
    };
    let mut samples = vec![
        call(F32, &[3, 4], &[2, 2], scalar(F32, 0.0)),
        call(F4E2m1, &[3, 4], &[2, 0, 1, 1], scalar(F32, 0.0)),
        call(F8E4m3fn, &[3, 4], &[1, 0, 1, 1], scalar(F32, 0.0)),
        call(I32, &[3, 4], &[], scalar(F32, 2.5)),
        call(F32, &[], &[], scalar(F32, 2.5)),
        call(I64, &[0, 4], &[1, 2, 3, 0], scalar(F64, -7.5)),
    ];
    for dtype in [I8, Bf16, F32, U64, Complex128] {
        samples.push(call(
            dtype,
            &[3, 70, 65],
            &[3, -2, -1, 4, 0, 2],
            scalar(F32, 3.0),
        ));
        samples.push(call(dtype, &[3, 7, 5], &[-4, 0, 1, 1], scalar(I32, 3.0)));
        samples.push(call(dtype, &[2, 3, 4, 5], &[1, 1], scalar(I32, 3.0)));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnConstantPadNd", constant)
        .accepts(&[
            (
                "self",
                "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool c64 c128 | 910B: + bf16 | 950: + bf16 hif8 e5m2 e4m3 e8m0 e2m1 e1m2",
            ),
            ("value", "any"),
            ("out", "as self"),
        ])
        .computes(computes::own)
        .bits(pads::constant)
        .accuracy(Accuracy::Copied)
        .holds(OVERLAP | SHAPE),
    ]
}
