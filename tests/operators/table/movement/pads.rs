//! Pads and their gradients.

use hostnpu::tensor::Dtype::{self, *};

use super::ints;
use crate::argument::Argument;
use crate::reference::pads::{self, Place};
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

/// Numbers whose sums are exact in every type.
const SMALL: [f64; 9] = [1.0, -2.0, 3.0, 0.5, 4.0, -1.5, 2.0, 0.25, -6.0];

fn padded(shape: &[i64], padding: &[i64]) -> Vec<i64> {
    let mut padded = shape.to_vec();
    for (k, pair) in padding.chunks(2).enumerate() {
        padded[shape.len() - 1 - k] += pair[0] + pair[1];
    }
    padded
}

/// Shapes with and without a batch, of so many padded dimensions; `cut` allows elements to be cut off.
fn shapes(axes: usize, cut: bool) -> Vec<(Vec<i64>, Vec<i64>)> {
    let cases: [(&[i64], &[i64]); 4] = [
        (&[2, 2, 3], &[1, 1, 1, 0, 0, 1]),
        (&[3, 5, 4], &[2, 3, 0, 0, 1, 2]),
        (&[12, 9, 33], &[7, 0, 3, 7, 2, 5]),
        (&[4, 6, 5], &[-1, 2, 3, -2, 0, -1]),
    ];
    let mut shapes = Vec::new();
    for (extents, padding) in cases {
        if !cut && padding[..2 * axes].iter().any(|&count| count < 0) {
            continue;
        }
        for before in [&[1][..], &[2, 3]] {
            let mut shape = before.to_vec();
            shape.extend(&extents[3 - axes..]);
            shapes.push((shape, padding[..2 * axes].to_vec()));
        }
    }
    shapes
}

fn forward(axes: usize, types: &[Dtype]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for &dtype in types {
        for (shape, padding) in shapes(axes, true) {
            let out = padded(&shape, &padding);
            samples.push(vec![
                patterns(dtype, &shape, 4),
                ints(&padding),
                write(dtype, &out),
            ]);
        }
    }
    samples
}

fn backward(axes: usize, types: &[Dtype]) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for &dtype in types {
        for (shape, padding) in shapes(axes, dtype != Bf16) {
            let grad = padded(&shape, &padding);
            samples.push(vec![
                read(dtype, &grad, &SMALL),
                read(dtype, &shape, &[0.0]),
                ints(&padding),
                write(dtype, &shape),
            ]);
        }
    }
    samples
}

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
    const REFLECTION: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 c64 c128 | 950: + bf16 c64 c128 u16 u32 u64 hif8 e5m2 e4m3 e8m0";
    const REPLICATION: &str =
        "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 bf16 | 950: + u16 u32 u64 bool hif8 e5m2 e4m3 e8m0";
    const CIRCULAR: &str = "f32 bf16 f16 i32 i8";
    const NUMBERS: &str = "f32 f16 bf16 f64 c64 c128";
    let holds = STRIDED | OVERLAP | SHAPE;
    let mut rows = vec![Row::new("aclnnConstantPadNd", constant)
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
        .holds(OVERLAP | SHAPE)];
    macro_rules! pads {
        ($($name:literal, $axes:literal, $types:ident, $of:expr, $place:path;)+) => {$(
            rows.push(Row::new(concat!("aclnn", $name), || forward($axes, $of))
                .accepts(&[("self", $types), ("out", "as self")])
                .computes(computes::own)
                .bits(|arguments| pads::padded(arguments, $place as Place))
                .accuracy(Accuracy::Copied)
                .holds(holds));
        )+};
    }
    pads! {
        "ReflectionPad1d", 1, REFLECTION, &[F32, I8, Complex128, Bf16], pads::mirrored;
        "ReflectionPad2d", 2, REFLECTION, &[F32, I64], pads::mirrored;
        "ReflectionPad3d", 3, REFLECTION, &[F32, F8E5m2], pads::mirrored;
        "ReplicationPad1d", 1, REPLICATION, &[F32, I8, Complex128, Bf16], pads::nearest;
        "ReplicationPad2d", 2, REPLICATION, &[F32, I64], pads::nearest;
        "ReplicationPad3d", 3, REPLICATION, &[F32, F8E5m2], pads::nearest;
        "CircularPad2d", 2, CIRCULAR, &[F32, I8, Bf16], pads::around;
        "CircularPad3d", 3, CIRCULAR, &[F32, I8], pads::around;
    }
    macro_rules! gradients {
        ($($name:literal, $axes:literal, $types:ident, $of:expr, $place:path;)+) => {$(
            rows.push(Row::new(concat!("aclnn", $name, "Backward"), || backward($axes, $of))
                .accepts(&[("gradOutput", $types), ("self", "as gradOutput"), ("gradInput", "as gradOutput")])
                .computes(computes::own)
                .bits(|arguments| pads::padded_gradient(arguments, $place as Place))
                .holds(holds));
        )+};
    }
    const SHORT: &str = "f32 f16 bf16";
    gradients! {
        "ReflectionPad1d", 1, NUMBERS, &[F32, F16, Bf16, F64, Complex64, Complex128], pads::mirrored;
        "ReflectionPad2d", 2, NUMBERS, &[F32, Bf16], pads::mirrored;
        "ReflectionPad3d", 3, NUMBERS, &[F32], pads::mirrored;
        "ReplicationPad1d", 1, NUMBERS, &[F32, F16, Bf16, F64, Complex64], pads::nearest;
        "ReplicationPad2d", 2, NUMBERS, &[F32, Bf16], pads::nearest;
        "ReplicationPad3d", 3, NUMBERS, &[F32], pads::nearest;
        "CircularPad2d", 2, SHORT, &[F32, F16], pads::around;
        "CircularPad3d", 3, SHORT, &[F32], pads::around;
    }
    rows
}
