//! Samples and checks of several operators: softmax, its logarithm, and their gradients.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::rows::varied;
use hostnpu::tensor::Dtype;

pub const FLOATING: &str = "f32 f16 f64 | 910B 950: + bf16";
pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";

/// Types, a shape and an axis: short and long rows, the last axis and others.
pub const CASES: [(Dtype, Dtype, &[i64], i64); 10] = [
    (Dtype::F32, Dtype::F32, &[3, 4], -1),
    (Dtype::F32, Dtype::F32, &[3, 4], 0),
    (Dtype::F32, Dtype::F32, &[2, 70, 9], 1),
    (Dtype::F32, Dtype::F32, &[2, 4500], -1),
    (Dtype::F16, Dtype::F16, &[7, 91], 1),
    (Dtype::F16, Dtype::F32, &[7, 91], 1),
    (Dtype::Bf16, Dtype::Bf16, &[5, 3, 33], 2),
    (Dtype::F64, Dtype::F64, &[7, 91], 1),
    (Dtype::F64, Dtype::F64, &[4400], 0),
    (Dtype::F32, Dtype::F16, &[6, 1], 1),
];

pub fn forward() -> Vec<Vec<Argument>> {
    let sample = |&(from, to, shape, dim): &(Dtype, Dtype, &[i64], i64)| {
        vec![varied(from, shape, 1), Argument::Int(dim), write(to, shape)]
    };
    let mut samples: Vec<_> = CASES.iter().map(sample).collect();
    // Infinities, rows of them, NaN, and one element far above the others.
    let infinite = [f64::NEG_INFINITY];
    let mixed = [1.0, f64::NEG_INFINITY, -200.0, 40.0];
    for (contents, shape) in [
        (&infinite[..], [1, 4]),
        (&[1.0, f64::INFINITY, 0.0], [1, 3]),
        (&[f64::NAN, 1.0, 2.0], [1, 3]),
        (&mixed, [1, 4]),
        (&[1000.0, 1000.0, -1000.0, 3.0], [2, 4]),
    ] {
        for dtype in [Dtype::F32, Dtype::F64] {
            samples.push(vec![
                read(dtype, &shape, contents),
                Argument::Int(1),
                write(dtype, &shape),
            ]);
        }
    }
    samples
}

pub fn backward() -> Vec<Vec<Argument>> {
    let sample = |&(from, to, shape, dim): &(Dtype, Dtype, &[i64], i64)| {
        vec![
            varied(from, shape, 1),
            varied(from, shape, 2),
            Argument::Int(dim),
            write(to, shape),
        ]
    };
    let short = CASES.iter().filter(|case| case.0 != Dtype::F64);
    short.map(sample).collect()
}

pub fn masks() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 4], mask: [i64; 4], scale| {
        vec![
            varied(dtype, &shape, 1),
            read(Dtype::Bool, &mask, &[0.0, 0.0, 1.0, 0.0, 1.0]),
            Argument::Float(scale),
            Argument::Bool(false),
            write(dtype, &shape),
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 4, 5], [2, 3, 4, 5], 0.5),
        sample(Dtype::F32, [2, 3, 4, 33], [1, 3, 4, 33], 1.0),
        sample(Dtype::F16, [2, 3, 4, 7], [2, 1, 4, 7], 0.125),
        sample(Dtype::Bf16, [2, 2, 3, 9], [1, 1, 3, 9], 2.0),
    ]
}

pub const GRADIENT: &[(&str, &str)] = &[
    ("gradOutput", SHORT),
    ("output", "as gradOutput"),
    ("out", "f32 f16 bf16 f64"),
];
