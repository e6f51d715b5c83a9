//! Products, and nothing else.

use hostnpu::tensor::Dtype;

use super::{HOLDS, MATRICES, SUMS, matrix, products};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::call::call;
use crate::reference::products as reference;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{OVERLAP, Row, STRIDED, computes, entry};

/// The type of results before they are stored.
fn result(arguments: &Arguments) -> Option<Dtype> {
    let [a, b, out] = [0, 1, 2].map(|at| arguments[at].dtype());
    let math = reference::number(arguments.last()?) as i64;
    Some(reference::types(a?, b?, out?, math).1)
}

fn of_matrices() -> Vec<Vec<Argument>> {
    products(
        [&[3, 5], &[5, 4], &[3, 4]],
        &[
            [&[33, 300], &[300, 50], &[33, 50]],
            [&[130, 40], &[40, 70], &[130, 70]],
            [&[2, 2100], &[2100, 3], &[2, 3]],
            [&[1, 7], &[7, 130], &[1, 130]],
            [&[130, 7], &[7, 1], &[130, 1]],
            [&[1200, 3], &[3, 2], &[1200, 2]],
            [&[3, 0], &[0, 4], &[3, 4]],
        ],
    )
}

fn of_batches() -> Vec<Vec<Argument>> {
    products(
        [&[2, 3, 5], &[2, 5, 4], &[2, 3, 4]],
        &[
            [&[3, 9, 70], &[3, 70, 30], &[3, 9, 30]],
            [&[1, 9, 7], &[4, 7, 30], &[4, 9, 30]],
            [&[4, 9, 7], &[1, 7, 30], &[4, 9, 30]],
            [&[2, 3, 0], &[2, 0, 4], &[2, 3, 4]],
        ],
    )
}

fn of_any_rank() -> Vec<Vec<Argument>> {
    products(
        [&[3, 5], &[5, 4], &[3, 4]],
        &[
            [&[5], &[5, 4], &[4]],
            [&[3, 5], &[5], &[3]],
            [&[2, 3, 5], &[5], &[2, 3]],
            [&[5], &[3, 1, 5, 4], &[3, 1, 4]],
            [&[2, 1, 3, 5], &[7, 5, 4], &[2, 7, 3, 4]],
            [&[1, 2, 2, 1, 3, 5], &[2, 5, 4], &[1, 2, 2, 2, 3, 4]],
            [&[2, 3, 5], &[2, 5, 4], &[4, 2, 3]],
            [&[600], &[600], &[]],
            [&[2, 3, 0], &[0, 4], &[2, 3, 4]],
        ],
    )
}

fn of_a_vector() -> Vec<Vec<Argument>> {
    let mut samples = products(
        [&[6, 5], &[5], &[6]],
        &[[&[70, 300], &[300], &[70]], [&[3, 0], &[0], &[3]]],
    );
    let same = |sample: &Vec<Argument>| {
        sample[0].dtype() == sample[1].dtype() && sample[2].dtype() == sample[0].dtype()
    };
    samples.retain(same);
    samples
}

fn of_two_vectors() -> Vec<Vec<Argument>> {
    let types = [
        Dtype::F32,
        Dtype::F16,
        Dtype::Bf16,
        Dtype::I32,
        Dtype::I8,
        Dtype::U8,
    ];
    let lengths = types
        .into_iter()
        .flat_map(|dtype| [(dtype, 5), (dtype, 700)]);
    let sample = |(dtype, length)| {
        let vector = |seed| match dtype {
            Dtype::I32 | Dtype::I8 | Dtype::U8 => patterns(dtype, &[length], seed),
            _ => matrix(dtype, &[length], seed),
        };
        vec![vector(1), vector(2), write(dtype, &[])]
    };
    lengths.chain([(Dtype::F32, 0)]).map(sample).collect()
}

fn outer() -> Vec<Vec<Argument>> {
    let sample = |[a, b, out]: [Dtype; 3]| {
        vec![
            read(a, &[6], &NUMBERS),
            read(b, &[5], &NUMBERS[3..]),
            write(out, &[6, 5]),
        ]
    };
    [
        [Dtype::F32; 3],
        [Dtype::F16, Dtype::F32, Dtype::F32],
        [Dtype::I32, Dtype::U8, Dtype::F16],
        [Dtype::Bool; 3],
        [Dtype::F64, Dtype::I8, Dtype::F64],
    ]
    .map(sample)
    .into()
}

pub fn rows() -> Vec<Row> {
    const DOT: &str = "f32 f16 i8 i32 u8 | 910B 950: + bf16";
    const OUTER: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16";
    vec![
        Row::new("aclnnMm", of_matrices)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnMatmul", of_any_rank)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnBatchMatMul", of_batches)
            .accepts(&[("self", MATRICES), ("mat2", MATRICES), ("out", MATRICES)])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnMv", of_a_vector)
            .accepts(&[("self", MATRICES), ("vec", "as self"), ("out", "as self")])
            .computes(result)
            .whole(reference::product)
            .accuracy(SUMS)
            .holds(HOLDS),
        Row::new("aclnnDot", of_two_vectors)
            .accepts(&[("self", DOT), ("tensor", "as self"), ("out", "as self")])
            .computes(computes::own)
            .whole(reference::dot)
            .accuracy(SUMS)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnGer", outer)
            .accepts(&[("self", OUTER), ("vec2", OUTER), ("out", "castable")])
            .computes(computes::promoted)
            .whole(reference::outer)
            .holds(HOLDS),
    ]
}

/// Results of `high_performance`, and how far they may be from the exact ones, in a process of its own.
#[test]
fn high_performance_stays_within_its_bound() {
    const THIS: &str = "table::matmul::plain::high_performance_stays_within_its_bound";
    if !crate::chips::has(("HOSTNPU_IMPL_MODE", "high_performance"), THIS) {
        return;
    }
    let [m, k, n] = [33, 300, 50];
    let sample = vec![
        matrix(Dtype::F32, &[m, k], 1),
        matrix(Dtype::F32, &[k, n], 2),
        write(Dtype::F32, &[m, n]),
        Argument::Int(0),
    ];
    let exact = reference::product(&Arguments::new(entry("aclnnMm"), &sample));
    let outputs = call(entry("aclnnMm"), &sample).expect("a call that succeeds");
    // No factor is above 8.
    let most = 64.0 * k as f64 * (256.0 + k as f64 / 256.0) * 2_f64.powi(-24);
    let mut differ = 0;
    for (bytes, exact) in outputs[0].chunks(4).zip(&exact[0]) {
        let got = f64::from(f32::from_ne_bytes(bytes.try_into().unwrap()));
        let exact = exact.real().to_f64();
        assert!((got - exact).abs() <= most + exact.abs() * 2_f64.powi(-24));
        differ += usize::from(got as f32 != exact as f32);
    }
    assert!(differ > 0, "sums in FLOAT are not all rounded once");
}
