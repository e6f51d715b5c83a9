//! Searches of places for numbers, and moves of elements.

use hostnpu::tensor::Dtype;

use super::whole_numbers;
use crate::argument::Argument;
use crate::reference::{repeats, search};
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::{ELEMENTWISE, Row, SHAPE, STRIDED, computes};

const SEARCHED: &str = "f16 f32 i16 i8 u8 i32 i64 f64";
const CHIP_950: &str = "none | 950: f32 f16 i32 i16 bf16 i8 u8 i64";
const POOLED: &str = "f32 f16 i8 u8 i16 i32 i64 f64";

const ROW: [f64; 6] = [-3.0, -0.5, 0.0, 0.5, 2.0, 7.0];

/// With a sorter and without, one row and several, both sides, pairs of types, INT32, NaN, nothing to search in, many numbers.
fn searches() -> Vec<Vec<Argument>> {
    let call = |rows: Argument, wanted: Argument, int32: bool, right: bool, sorter: Argument| {
        let shape = wanted.tensors()[0].shape.clone();
        let out = write(if int32 { Dtype::I32 } else { Dtype::I64 }, &shape);
        vec![
            rows,
            wanted,
            Argument::Bool(int32),
            Argument::Bool(right),
            sorter,
            out,
        ]
    };
    let none = || Argument::Null;
    let sorter = read(Dtype::I64, &[6], &[5.0, 3.0, 1.0, 0.0, 2.0, 4.0]);
    let shuffled = read(Dtype::F32, &[6], &[0.5, 0.0, 2.0, -0.5, 7.0, -3.0]);
    let many: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.25).collect();
    let mut samples = vec![
        call(
            shuffled,
            read(Dtype::F32, &[3, 4], &NUMBERS),
            false,
            false,
            sorter,
        ),
        call(
            read(Dtype::F32, &[6], &ROW),
            read(Dtype::F32, &[], &[0.5]),
            true,
            true,
            none(),
        ),
        call(
            read(Dtype::F64, &[2, 6], &ROW),
            read(Dtype::F64, &[2, 3], &[f64::NAN, 0.5, -9.0, f64::INFINITY]),
            false,
            true,
            none(),
        ),
        call(
            read(Dtype::I32, &[0], &[]),
            read(Dtype::F32, &[3], &ROW),
            false,
            false,
            none(),
        ),
        call(
            read(Dtype::F32, &[1000], &many),
            patterns(Dtype::F32, &[9001], 1),
            false,
            false,
            none(),
        ),
    ];
    for (rows, wanted) in [
        (Dtype::I8, Dtype::U8),
        (Dtype::I64, Dtype::F16),
        (Dtype::F16, Dtype::F16),
        (Dtype::U8, Dtype::U8),
        (Dtype::I32, Dtype::I16),
        (Dtype::I64, Dtype::I64),
        (Dtype::I16, Dtype::F32),
    ] {
        let row = [0.0, 1.0, 1.0, 3.0, 100.0];
        let numbers = read(wanted, &[2, 5], &[1.0, 0.0, 2.75, 127.0, 3.0]);
        samples.push(call(
            read(rows, &[5], &row),
            numbers,
            true,
            rows == Dtype::I8,
            none(),
        ));
    }
    samples
}

fn searches_for_one() -> Vec<Vec<Argument>> {
    let call = |rows: Argument, wanted: Argument, right: bool, sorter: Argument| {
        let flags = [Argument::Bool(false), Argument::Bool(right)];
        let mut sample = vec![rows, wanted];
        sample.extend(flags);
        sample.extend([sorter, write(Dtype::I64, &[1])]);
        sample
    };
    let sorter = read(Dtype::I64, &[6], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let large = [16_777_216.0, 16_777_217.0, 16_777_218.0];
    vec![
        call(
            read(Dtype::F32, &[6], &ROW),
            scalar(Dtype::F32, 0.5),
            true,
            sorter,
        ),
        call(
            read(Dtype::I32, &[6], &ROW),
            scalar(Dtype::F64, 2.7),
            false,
            Argument::Null,
        ),
        // Through FLOAT.
        call(
            read(Dtype::I64, &[3], &large),
            scalar(Dtype::I64, 16_777_217.0),
            false,
            Argument::Null,
        ),
    ]
}

fn boundaries() -> Vec<Vec<Argument>> {
    let call = |wanted: Argument, row: Argument, int32: bool, right: bool| {
        let shape = wanted.tensors()[0].shape.clone();
        let out = write(if int32 { Dtype::I32 } else { Dtype::I64 }, &shape);
        vec![
            wanted,
            row,
            Argument::Bool(int32),
            Argument::Bool(right),
            out,
        ]
    };
    vec![
        call(
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[6], &ROW),
            false,
            false,
        ),
        call(
            read(Dtype::Bf16, &[3, 4], &NUMBERS),
            read(Dtype::I32, &[6], &ROW),
            true,
            true,
        ),
        // 300 is 44 in INT8.
        call(
            read(Dtype::I64, &[], &[300.0]),
            read(Dtype::I8, &[3], &[1.0, 44.0, 45.0]),
            false,
            false,
        ),
        call(
            read(Dtype::F32, &[], &[2.5]),
            read(Dtype::I8, &[3], &[1.0, 2.0, 3.0]),
            false,
            false,
        ),
    ]
}

/// Masks of other types, products that round, both scales of sign.
fn scaled() -> Vec<Vec<Argument>> {
    let call = |own: Dtype, mask: Dtype, scale: f64, shape: &[i64]| {
        vec![
            patterns(own, shape, 1),
            patterns(mask, shape, 2),
            Argument::Float(scale),
            write(own, shape),
        ]
    };
    vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            read(Dtype::F32, &[3, 4], &[1.0, 0.0]),
            Argument::Float(0.1),
            write(Dtype::F32, &[3, 4]),
        ],
        call(Dtype::F16, Dtype::U8, -1.7, &[41, 25]),
        call(Dtype::Bf16, Dtype::I8, 3.3, &[41, 25]),
        call(Dtype::F32, Dtype::F16, 1e-3, &[7, 9001]),
    ]
}

/// Small planes with indices into larger ones, some of them twice.
fn pooled(axes: usize) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, batch) in [
        (Dtype::F32, vec![2, 3]),
        (Dtype::I8, vec![3]),
        (Dtype::I16, vec![2, 1]),
        (Dtype::F64, vec![1, 2]),
        (Dtype::I64, vec![0]),
    ] {
        let small = [batch.clone(), [2, 2, 3][..axes].to_vec()].concat();
        let size = [3, 4, 5][..axes].to_vec();
        let large = [batch, size.clone()].concat();
        samples.push(vec![
            read(dtype, &small, &NUMBERS),
            read(Dtype::I64, &small, &[3.0, 0.0, 11.0, 5.0, 5.0, 7.0, 2.0]),
            Argument::Ints(size),
            write(dtype, &large),
        ]);
    }
    samples[2][1].set_dtype(Dtype::I32);
    samples
}

fn pooled_planes() -> Vec<Vec<Argument>> {
    pooled(2)
}

fn pooled_volumes() -> Vec<Vec<Argument>> {
    let mut samples = pooled(3);
    for sample in &mut samples {
        let out = sample.pop().expect("an output");
        sample.extend([
            Argument::Ints(vec![2, 2, 2]),
            Argument::Ints(vec![0, 0, 0]),
            out,
        ]);
    }
    samples
}

/// The same the other way: the large planes are read, the small ones written.
fn backward(forward: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let turn = |mut sample: Vec<Argument>| {
        let large = sample.pop().expect("an output").tensors()[0].clone();
        let small = sample[0].tensors()[0].clone();
        sample.insert(0, read(large.dtype, &large.shape, &NUMBERS));
        sample.push(write(small.dtype, &small.shape));
        sample
    };
    forward.into_iter().map(turn).collect()
}

fn planes_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(pooled_planes());
    samples.retain(|sample| sample[0].dtype() != Some(Dtype::F64));
    samples[1][4].set_dtype(Dtype::F16);
    samples
}

fn volumes_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward(pooled_volumes());
    samples[2][2].set_dtype(Dtype::I64);
    samples
}

pub fn rows() -> Vec<Row> {
    const CONTIGUOUS: &str = "has to be contiguous";
    vec![
        Row::new("aclnnSearchSorted", searches)
            .accepts(&[
                ("sortedSequence", SEARCHED),
                ("self", SEARCHED),
                ("sorter", "i64"),
                ("out", "i64"),
            ])
            .computes(whole_numbers)
            .whole(search::search_sorted)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnSearchSorteds", searches_for_one)
            .accepts(&[
                ("sortedSequence", SEARCHED),
                ("self", "any"),
                ("sorter", "i64"),
                ("out", "i64"),
            ])
            .computes(whole_numbers)
            .whole(search::search_sorted_scalar),
        Row::new("aclnnBucketize", boundaries)
            .accepts(&[
                ("self", CHIP_950),
                ("boundaries", CHIP_950),
                ("out", "none | 950: i64"),
            ])
            .computes(whole_numbers)
            .whole(search::bucketize)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnMaskedScale", scaled)
            .accepts(&[
                ("self", "none | 950: f32 f16 bf16"),
                ("mask", "none | 950: f32 f16 u8 i8"),
                ("out", "as self"),
            ])
            .computes(|_| Some(Dtype::F32))
            .reference(crate::table::Reference::Elements(repeats::masked_scale))
            .ulp(0.5001, 1.0)
            .holds(ELEMENTWISE),
        Row::new("aclnnMaxUnpool2d", pooled_planes)
            .accepts(&[("self", POOLED), ("indices", "i32 i64"), ("out", "as self")])
            .whole(repeats::max_unpool)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnMaxUnpool3d", pooled_volumes)
            .accepts(&[
                ("self", POOLED),
                ("indices", "i32 i64"),
                ("outRef", "as self"),
            ])
            .whole(repeats::max_unpool)
            .holds(STRIDED | SHAPE)
            .except(&[("strided outRef", CONTIGUOUS)]),
        Row::new("aclnnMaxUnpool2dBackward", planes_backward)
            .accepts(&[
                ("gradOutput", "f32 f16 i8 u8 i16 i32 i64 bool"),
                ("self", "as gradOutput"),
                ("indices", "i64 i32"),
                ("out", "castable: f32 f16 i8 u8 i16 i32 i64 bool"),
            ])
            .computes(computes::own)
            .whole(repeats::max_unpool_backward)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnMaxUnpool3dBackward", volumes_backward)
            .accepts(&[
                ("gradOutput", POOLED),
                ("self", "as gradOutput"),
                ("indices", "i64"),
                ("out", "as gradOutput"),
            ])
            .whole(repeats::max_unpool_backward)
            .holds(STRIDED | SHAPE)
            .except(&[("strided out", CONTIGUOUS)]),
    ]
}
