//! Distances between rows, and cross products.

use hostnpu::tensor::Dtype::{self, *};

use super::{OVERLAP, Row, SHAPE, STRIDED};
use crate::argument::Argument;
use crate::number::Number;
use crate::reference::distances;
use crate::table::samples::{read, write};

const NUMBERS: [f64; 11] = [
    0.7123, -1.4571, 2.3319, 0.0917, -0.8263, 3.1733, -2.6171, 1.0891, 0.3847, -0.5519, 1.9337,
];

const ORDERS: [f64; 6] = [2.0, 1.0, 0.0, f64::INFINITY, 3.0, 0.5];

/// Shapes of both, and the batch of the results.
type Case = (&'static [i64], &'static [i64], &'static [i64], Dtype);

const CASES: [Case; 4] = [
    (&[3, 4], &[2, 4], &[], F32),
    (&[2, 3, 5], &[2, 4, 5], &[2], F32),
    (&[2, 2, 3], &[3, 3], &[2], F16),
    (&[1, 37], &[9, 37], &[], F32),
];

fn cdist() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for order in ORDERS {
        for (a, b, batch, dtype) in CASES {
            let rows = [a, b].map(|shape| shape[shape.len() - 2]);
            samples.push(vec![
                read(dtype, a, &NUMBERS),
                read(dtype, b, &NUMBERS[3..]),
                Argument::Float(order),
                Argument::Int(2),
                write(dtype, &[batch, &rows].concat()),
            ]);
        }
    }
    samples
}

fn cdist_backward() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for order in [2.0, 1.0, 0.0, -1.0, 3.0, 1.5] {
        for (a, b, batch, dtype) in CASES {
            if a.len() != b.len() {
                continue;
            }
            let rows = [a, b].map(|shape| shape[shape.len() - 2]);
            let shape = [batch, &rows].concat();
            // The gradient is defined by the distances that are given.
            samples.push(vec![
                read(dtype, &shape, &NUMBERS[2..]),
                read(dtype, a, &NUMBERS),
                read(dtype, b, &NUMBERS[3..]),
                read(dtype, &shape, &[3.5, 1.25, 7.0, 0.875, 5.5]),
                Argument::Float(order),
                write(dtype, a),
            ]);
        }
    }
    samples
}

fn pairs(order: fn(f64) -> Argument) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for number in ORDERS {
        for (shape, dtype) in [([4, 3], F32), ([7, 5], F32), ([3, 4], F16), ([2, 1], F32)] {
            let [rows, _] = shape;
            samples.push(vec![
                read(dtype, &shape, &NUMBERS),
                order(number),
                write(dtype, &[rows * (rows - 1) / 2]),
            ]);
        }
    }
    samples
}

fn cross() -> Vec<Vec<Argument>> {
    let call = |dtype, [a, b, out]: [&[i64]; 3], dim: i64| {
        vec![
            read(dtype, a, &NUMBERS),
            read(dtype, b, &NUMBERS[4..]),
            Argument::Int(dim),
            write(dtype, out),
        ]
    };
    let integers = |dtype, shape: &[i64]| {
        vec![
            read(dtype, shape, &[5.0, -7.0, 3.0, 11.0, -2.0, 100.0, 13.0]),
            read(dtype, shape, &[2.0, 9.0, -4.0, 6.0, 90.0]),
            Argument::Int(0),
            write(dtype, shape),
        ]
    };
    vec![
        call(F32, [&[4, 3], &[4, 3], &[4, 3]], 1),
        call(F32, [&[3, 5, 2], &[3, 1, 2], &[3, 5, 2]], 0),
        call(F16, [&[3], &[2, 2, 3], &[2, 2, 3]], 0),
        call(F64, [&[2, 3, 3], &[3, 3], &[2, 3, 3]], -2),
        call(Bf16, [&[3, 7], &[3, 7], &[3, 7]], -2),
        call(Complex64, [&[5, 3], &[5, 3], &[5, 3]], -1),
        integers(I32, &[3, 4]),
        integers(I64, &[3, 2]),
        integers(I8, &[3, 3]),
    ]
}

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "f32 f16 bf16";
    vec![
        Row::new("aclnnCdist", cdist)
            .accepts(&[
                ("out", "none | 910B 950: f32 f16 bf16"),
                ("x1", "as out"),
                ("x2", "as out"),
            ])
            .whole(distances::all)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnCdistBackward", cdist_backward)
            .accepts(&[
                ("grad", FLOATS),
                ("x1", "as grad"),
                ("x2", "as grad"),
                ("cdist", "as grad"),
                ("out", "as grad"),
            ])
            .whole(distances::gradient)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnPdist", || pairs(Argument::Float))
            .accepts(&[("self", "f32 f16"), ("out", "as self")])
            .whole(distances::pairs)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnPdistForward", || {
            pairs(|order| Argument::Scalar(F32, Number::from(order)))
        })
        .accepts(&[("self", "f32 f16"), ("pScalar", "any"), ("out", "as self")])
        .whole(distances::pairs)
        .ulp(0.500_01, 2.0)
        .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnLinalgCross", cross)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i8 i16 i32 i64 c64 c128 u8 | 910B 950: + bf16",
                ),
                ("other", "as self"),
                ("out", "as self"),
            ])
            .whole(distances::cross)
            .ulp(0.500_01, 2.0)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
