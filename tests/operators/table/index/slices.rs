//! Slices and rows that are written by index, masks, and gradients of tables.

use hostnpu::tensor::Dtype::*;

use super::{INDEX, Row, index, spread};
use crate::argument::Argument;
use crate::number::is_known;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read, scalar, write};
use crate::table::{OVERLAP, STRIDED, computes};

const SCALAR: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexAdd", || with_out(added()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 f16 f64 i16 i8 u8 i64 bool | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("source", "as self"),
                ("alpha", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_add)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnIndexAddV2", || with_out(added_by_mode()))
            .accepts(&[
                ("self", "f32 i32 f16 f64 i16 i8 u8 i64 bool bf16"),
                ("index", INDEX),
                ("source", "as self"),
                ("alpha", "casts"),
                ("out", "as self"),
            ])
            // No scalar has a type of fewer bits than a byte.
            .computes(|arguments| computes::own(arguments).filter(|&dtype| is_known(dtype)))
            .whole(scattering::index_add)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnIndexCopy", || with_out(copied()))
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16 | 950: + u32 u64",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
                ("outRef", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_copy)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexCopy", copied)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16 | 950: + u32 u64",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_copy),
        Row::new("aclnnIndexFill", || with_out(filled()))
            .accepts(&[
                (
                    "self",
                    "none | 910B 950: i32 f16 f32 i64 bool bf16 | 950: + i8 u8 i16 f64",
                ),
                ("index", INDEX),
                ("value", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexFill", filled)
            .accepts(&[
                (
                    "selfRef",
                    "none | 910B 950: i32 f16 f32 i64 bool bf16 | 950: + i8 u8 i16 f64",
                ),
                ("index", INDEX),
                ("value", SCALAR),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill),
        Row::new("aclnnIndexFillTensor", || with_out(filled_at_numbers()))
            .accepts(&[
                (
                    "self",
                    "i32 f16 f32 i64 bool | 910B 950: + bf16 | 950: + i8 u8 i16 f64",
                ),
                (
                    "value",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexFillTensor", filled_at_numbers)
            .accepts(&[
                (
                    "selfRef",
                    "i32 f16 f32 i64 bool | 910B 950: + bf16 | 950: + i8 u8 i16 f64",
                ),
                (
                    "value",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
            ])
            .computes(computes::own)
            .whole(scattering::index_fill),
        Row::new("aclnnInplacePut", put)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::put),
        Row::new("aclnnIndexPutImpl", listed)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B 950 310: + bf16",
                ),
                ("indices", INDEX),
                ("values", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_put),
        Row::new("aclnnEmbeddingDenseBackward", gradients)
            .accepts(&[
                ("grad", "f32 f16 | 910B 950: + bf16"),
                ("indices", "i64 f16 f32 f64 i8 u8 i16 i32 bool"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .whole(scattering::embedding_gradient)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceMaskedScatter", masked)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B 950: + bf16",
                ),
                ("mask", "bool u8"),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::masked_scatter),
    ]
}

/// The same calls with a tensor of the first one's shape to write.
fn with_out(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        let first = &sample[0].tensors()[0];
        let out = write(first.dtype, &first.shape);
        sample.push(out);
    }
    samples
}

/// Slices of each axis, whole rows many times, and without axes.
fn copied() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: Argument, source: &[i64]| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            at,
            read(dtype, source, &NUMBERS[1..]),
        ]
    };
    vec![
        call(F32, &[3, 4], 0, index(I64, &[3], &[0, 2, 0]), &[3, 4]),
        call(F16, &[3, 4], -1, index(I32, &[6], &[3, 0, 1, 1]), &[3, 6]),
        call(I8, &[2, 3, 4], 1, index(I64, &[2], &[2, 2]), &[2, 2, 4]),
        call(F64, &[], 0, index(I64, &[3], &[0, 0, 0]), &[3]),
        call(
            F32,
            &[60, 90],
            0,
            index(I64, &[500], &spread(500, 60)),
            &[500, 90],
        ),
        call(
            I16,
            &[300, 3],
            0,
            index(I32, &[900], &spread(900, 300)),
            &[900, 3],
        ),
    ]
}

fn added() -> Vec<Vec<Argument>> {
    let mut samples = copied();
    for sample in &mut samples {
        sample.push(scalar(F32, 2.0));
    }
    samples
}

fn added_by_mode() -> Vec<Vec<Argument>> {
    let mut samples = added();
    let first = samples[0].clone();
    samples.push(first);
    let last = samples.len() - 1;
    for (k, sample) in samples.iter_mut().enumerate() {
        let dtype = sample[0].tensors()[0].dtype;
        sample[4] = scalar(dtype, 2.0);
        sample.push(Argument::Int(if k == last { 0 } else { 1 }));
    }
    samples
}

fn filled() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: Argument| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            at,
            scalar(F32, 1.5),
        ]
    };
    vec![
        call(F32, &[3, 4], 1, index(I64, &[2], &[0, -1])),
        // Those outside the axis name nothing.
        call(F16, &[3, 4], 0, index(I32, &[2, 2], &[2, 3, -4, 100])),
        call(I32, &[2, 3, 4], -2, index(I64, &[1], &[77])),
        call(Bool, &[], 0, index(I64, &[2], &[0, -1])),
        call(I64, &[5], 0, index(I64, &[0], &[])),
    ]
}

fn filled_at_numbers() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], dim, at: &[i64]| {
        vec![
            read(dtype, shape, &NUMBERS),
            Argument::Int(dim),
            Argument::Ints(at.to_vec()),
            scalar(F32, 1.5),
        ]
    };
    vec![
        call(F32, &[3, 4], 1, &[0, -1]),
        call(F16, &[3, 4], 0, &[2, -3, 2]),
        call(I32, &[2, 3, 4], -2, &[1]),
        call(Bool, &[], 0, &[0]),
        call(I64, &[5], 0, &[]),
    ]
}

fn put() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], at: Argument, accumulate| {
        let source = read(dtype, &at.tensors()[0].shape, &NUMBERS[1..]);
        vec![
            read(dtype, shape, &NUMBERS),
            at,
            source,
            Argument::Bool(accumulate),
        ]
    };
    vec![
        call(F32, &[3, 4], index(I64, &[5], &[0, 11, 5, 0, 7]), false),
        call(F32, &[3, 4], index(I64, &[5], &[0, 11, 5, 0, 7]), true),
        call(F32, &[3, 4], index(I32, &[4], &[-1, -12, 5, -7]), false),
        call(
            F16,
            &[7, 30],
            index(I32, &[20, 30], &spread(600, 210)),
            true,
        ),
        call(Bool, &[9], index(I64, &[2, 3], &[4, 4, 1]), true),
    ]
}

/// Values that broadcast, one for all, masks, places that are written several times.
fn listed() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], entries: Vec<Argument>, values: &[i64], accumulate| {
        let entries = entries
            .iter()
            .flat_map(Argument::tensors)
            .cloned()
            .collect();
        vec![
            read(F32, shape, &NUMBERS),
            Argument::Tensors(entries),
            read(F32, values, &NUMBERS[1..]),
            Argument::Bool(accumulate),
            Argument::Bool(false),
        ]
    };
    let none = || index(I64, &[0], &[]);
    let mask = |shape: &[i64], truths: &[i64]| index(Bool, shape, truths);
    vec![
        call(&[3, 4], vec![index(I64, &[2], &[0, -1])], &[2, 4], false),
        call(&[3, 4], vec![index(I64, &[3], &[0, 2, 0])], &[4], true),
        call(
            &[2, 3, 4],
            vec![index(I64, &[2], &[1, 0]), none(), index(I32, &[2], &[3, 3])],
            &[2, 3],
            true,
        ),
        call(&[3, 4], vec![mask(&[3, 4], &[1, 0, 0, 1, 1])], &[7], false),
        call(
            &[3, 4],
            vec![none(), mask(&[4], &[1, 0, 1, 1])],
            &[1],
            false,
        ),
        call(
            &[300],
            vec![index(I64, &[9000], &spread(9000, 300))],
            &[9000],
            true,
        ),
    ]
}

fn gradients() -> Vec<Vec<Argument>> {
    let call = |grad: &[i64], at: Argument, count, padding, mean| {
        let width = *grad.last().expect("an axis");
        vec![
            read(F32, grad, &NUMBERS),
            at,
            Argument::Int(count),
            Argument::Int(padding),
            Argument::Bool(mean),
            write(F32, &[count, width]),
        ]
    };
    vec![
        call(&[4, 3], index(I64, &[4], &[0, 1, 0, 1]), 3, 1000, false),
        call(
            &[2, 4, 3],
            index(I32, &[8], &[0, 1, 0, 4, 4, 2, 1, 4]),
            5,
            1,
            true,
        ),
        call(
            &[300, 70],
            index(I64, &[300], &spread(300, 40)),
            40,
            7,
            false,
        ),
    ]
}

fn masked() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], mask: Argument, source: &[i64]| {
        vec![
            read(F32, shape, &NUMBERS),
            mask,
            read(F32, source, &NUMBERS[1..]),
        ]
    };
    vec![
        call(&[3, 4], index(Bool, &[3, 4], &[1, 0, 0, 1, 1]), &[12]),
        call(&[3, 4], index(U8, &[4], &[1, 0, 2, 0]), &[2, 5]),
        call(&[3, 4], index(Bool, &[4], &[0]), &[0]),
    ]
}
