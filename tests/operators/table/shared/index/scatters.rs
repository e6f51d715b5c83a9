//! Samples and checks of several operators: elements that are written by index.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::table::computes;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, Row, index, spread};
use hostnpu::tensor::Dtype::{self, *};

pub type Accepts = &'static [(&'static str, &'static str)];

pub const ELEMENTS: Accepts = &[
    (
        "self",
        "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
    ),
    ("index", INDEX),
    ("src", "as self"),
    ("out", "as self"),
];

#[track_caller]
pub fn of_tensorflow(
    name: &str,
    reference: fn(&Arguments) -> Vec<Vec<crate::number::Number>>,
) -> Row {
    const ACCEPTS: Accepts = &[
        ("varRef", "none | 950: f16 f32 i32 i8 u8"),
        ("indices", INDEX),
        ("updates", "as varRef"),
    ];
    Row::new(name, combined_rows)
        .accepts(ACCEPTS)
        .computes(computes::own)
        .whole(reference)
}

/// The same calls with a tensor of the first one's shape to write.
pub fn out_of_place(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        let first = &sample[0].tensors()[0];
        let out = write(first.dtype, &first.shape);
        sample.push(out);
    }
    samples
}

/// Boxes of indices: of all elements, of a part of a larger source, along the first axis, with many in one place.
pub fn added() -> Vec<Vec<Argument>> {
    let call = |target: Argument, dim, at: Argument, source: &[i64]| {
        let source = read(target.tensors()[0].dtype, source, &NUMBERS[1..]);
        vec![target, Argument::Int(dim), at, source]
    };
    let own = |dtype: Dtype, shape: &[i64]| read(dtype, shape, &NUMBERS);
    vec![
        call(
            own(F32, &[3, 4]),
            -1,
            index(I64, &[3, 4], &[0, 2, 1, 3, -1, 0, 0, 3, -4]),
            &[3, 4],
        ),
        call(
            own(F16, &[3, 4]),
            0,
            index(I32, &[5, 2], &[0, 2, 1, -1, -3]),
            &[6, 3],
        ),
        call(own(Bf16, &[7]), 0, index(I64, &[40], &[3, 0, 3]), &[40]),
        call(
            own(Bool, &[2, 3, 4]),
            1,
            index(I64, &[2, 5, 3], &[2, 0, 1]),
            &[2, 5, 3],
        ),
        call(own(Complex64, &[5]), 0, index(I64, &[6], &[1, 4, 1]), &[6]),
        call(
            own(F64, &[300]),
            0,
            index(I64, &[9000], &spread(9000, 300)),
            &[9000],
        ),
    ]
}

pub fn with(samples: Vec<Vec<Argument>>, more: &[&[Argument]]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for (k, sample) in samples.into_iter().enumerate() {
        // The first one with each, the others with one of them.
        let chosen: Vec<&[Argument]> = match k {
            0 => more.to_vec(),
            k => vec![more[k % more.len()]],
        };
        for more in chosen {
            all.push([&sample[..], more].concat());
        }
    }
    all
}

/// Numbers that have an order: complex ones aside.
pub fn ordered() -> Vec<Vec<Argument>> {
    let mut samples = added();
    samples.retain(|sample| crate::number::part(sample[0].tensors()[0].dtype).is_none());
    samples
}

/// Elements, rows, and rows of several axes, some of them twice.
pub fn at_coordinates() -> Vec<Vec<Argument>> {
    let call = |target: Argument, at: Argument, source: &[i64]| {
        let source = read(target.tensors()[0].dtype, source, &NUMBERS[1..]);
        vec![target, at, source]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[3, 2], &[0, 1, 2, 3, 0, 1]),
            &[3],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I32, &[2, 2, 1], &[0, 2, 0, 1]),
            &[2, 2, 4],
        ),
        call(
            patterns(F16, &[40, 30, 9], 8),
            index(I64, &[900, 2], &spread(1800, 30)),
            &[900, 9],
        ),
        call(
            patterns(F32, &[300, 500], 8),
            index(I64, &[700, 1], &spread(700, 300)),
            &[700, 500],
        ),
    ]
}

pub fn combined_rows() -> Vec<Vec<Argument>> {
    let call = |target: Argument, at: Argument, source: &[i64], numbers: &[f64]| {
        let source = read(target.tensors()[0].dtype, source, numbers);
        vec![target, at, source, Argument::Bool(false)]
    };
    let halves = [1.0, 2.0, -0.5, 0.25, -4.0];
    let integers = [3.0, 1.0, 0.0, -2.0, 5.0];
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[3], &[0, 2, 0]),
            &[3, 4],
            &halves,
        ),
        call(
            read(F16, &[3, 4], &NUMBERS),
            index(I32, &[2, 2], &[1, 1, 2, 0]),
            &[2, 2, 4],
            &halves,
        ),
        call(
            read(I32, &[9], &NUMBERS),
            index(I64, &[30], &spread(30, 9)),
            &[30],
            &integers,
        ),
        call(
            read(I8, &[5, 80], &NUMBERS),
            index(I64, &[7], &spread(7, 5)),
            &[7, 80],
            &integers,
        ),
    ]
}
