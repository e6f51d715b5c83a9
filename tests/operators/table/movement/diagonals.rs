//! Diagonals, values that are tensors, and classes.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::{diagonals, movement};
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn diagonals_of() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], number, out: &[i64]| {
        vec![
            patterns(dtype, shape, 2),
            Argument::Int(number),
            write(dtype, out),
        ]
    };
    let mut samples = vec![call(F32, &[4], 0, &[4, 4])];
    for dtype in [I8, Bf16, F32, Complex64] {
        samples.push(call(dtype, &[5], 2, &[7, 7]));
        samples.push(call(dtype, &[300], -1, &[301, 301]));
        samples.push(call(dtype, &[], 1, &[2, 2]));
        samples.push(call(dtype, &[5, 7], 3, &[4]));
        samples.push(call(dtype, &[5, 7], -2, &[3]));
        samples.push(call(dtype, &[5, 7], 0, &[5]));
    }
    samples
}

fn flat() -> Vec<Vec<Argument>> {
    let numbers = [1.0, -2.0, 3.5, 0.25, 100.0, 7.0];
    let call = |from, shape: &[i64], number, to, out: &[i64]| {
        vec![
            read(from, shape, &numbers),
            Argument::Int(number),
            write(to, out),
        ]
    };
    vec![
        call(F32, &[4], 0, F32, &[4, 4]),
        call(F32, &[2, 3], 1, I32, &[7, 7]),
        call(Complex64, &[2, 3], -3, F64, &[9, 9]),
        call(I8, &[], 0, Bf16, &[1, 1]),
        call(U8, &[10, 30], 2, U8, &[302, 302]),
    ]
}

fn filled_diagonals() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F32, I8, Bf16, I64, Bool, F64] {
        for (shape, wrap) in [
            (&[3, 4][..], false),
            (&[11, 3], true),
            (&[12, 3], true),
            (&[11, 3], false),
            (&[3, 11], true),
            (&[5, 5, 5], true),
            (&[1, 1], true),
        ] {
            samples.push(vec![
                patterns(dtype, shape, 6),
                scalar(F64, 3.7),
                Argument::Bool(wrap),
            ]);
        }
    }
    samples.push(vec![
        patterns(I64, &[3, 4], 6),
        scalar(I64, 16_777_217.0),
        Argument::Bool(false),
    ]);
    samples
}

fn filled() -> Vec<Vec<Argument>> {
    let call =
        |to, shape: &[i64], from, own: &[i64]| vec![write(to, shape), read(from, own, &[3.5])];
    vec![
        call(F32, &[3, 4], F32, &[]),
        call(I8, &[3, 400], F64, &[1]),
        call(Complex64, &[70, 90], I16, &[]),
        call(Bool, &[5], U32, &[1]),
    ]
}

fn classes() -> Vec<Vec<Argument>> {
    let call = |index, shape: &[i64], number: i64, dtype, axis: i64| {
        let at = if axis < 0 { shape.len() } else { axis as usize };
        let mut out = shape.to_vec();
        out.insert(at, number);
        vec![
            read(index, shape, &[2.0, 0.0, 3.0, 1.0, -1.0, 2.0, 200.0]),
            Argument::Int(number),
            read(dtype, &[1], &[5.0]),
            read(dtype, &[2], &[-1.0, 9.0]),
            Argument::Int(axis),
            write(dtype, &out),
        ]
    };
    vec![
        call(I32, &[3, 2], 4, I32, -1),
        call(I64, &[3, 4], 3, F32, 0),
        call(U8, &[70, 5], 201, F16, 1),
        call(I32, &[], 3, I64, 0),
        call(I64, &[30, 41, 3], 5, U8, 2),
    ]
}

pub fn rows() -> Vec<Row> {
    const NUMBERS: &str = "f16 f32 f64 i8 i16 i32 i64 u8 bool c64 | 910B 950: + bf16";
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnDiag", diagonals_of)
            .accepts(&[("self", NUMBERS), ("out", "as self")])
            .computes(computes::own)
            .bits(diagonals::diagonal)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnDiagFlat", flat)
            .accepts(&[("self", NUMBERS), ("out", NUMBERS)])
            .computes(computes::own)
            .bits(diagonals::on_diagonal)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnInplaceFillDiagonal", filled_diagonals)
            .accepts(&[
                (
                    "selfRef",
                    "f16 f32 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                (
                    "fillValue",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
            ])
            .computes(computes::own)
            .bits(diagonals::filled_diagonal),
        Row::new("aclnnInplaceFillTensor", filled)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                ("value", "standard"),
            ])
            .computes(computes::own)
            .bits(diagonals::filled)
            .accuracy(Accuracy::Copied)
            .except(&[("dtypes value", "pairs without a conversion give 561103")]),
        Row::new("aclnnOneHot", classes)
            .accepts(&[
                ("self", "i32 i64 | 950: + u8"),
                ("onValue", "f16 f32 i32 i64 | 950: + i8 u8"),
                ("offValue", "as onValue"),
                ("out", "as onValue"),
            ])
            .computes(computes::own)
            .bits(diagonals::one_hot)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnEye", super::triangles::eyes)
            .accepts(&[("out", "f32 f16 i32 i8 i16 u8 i64 bool | 910B 950: + bf16")])
            .computes(computes::own)
            .bits(movement::eye)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
    ]
}
