//! The rows of `aclnnGather`, `aclnnGatherV2` and `aclnnGatherV3`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::index::{INDEX, index, spread};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes};

/// Each index along one axis: the last, the first, with a smaller box, without axes, and enough for several threads.
fn elements() -> Vec<Vec<Argument>> {
    let call = |table: Argument, dim, of, shape: &[i64], numbers: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, Argument::Int(dim), index(of, shape, numbers), out]
    };
    let own = |dtype: Dtype, shape: &[i64]| read(dtype, shape, &NUMBERS);
    vec![
        call(
            own(F32, &[3, 4]),
            -1,
            I64,
            &[3, 4],
            &[0, 2, 1, 3, -1, 0, 0, 3, -4],
        ),
        call(own(F16, &[3, 4]), 0, I32, &[5, 2], &[0, 2, 1, -1, -3]),
        call(own(I8, &[2, 3, 4]), 1, I64, &[2, 5, 3], &[2, 0, 1]),
        call(own(F64, &[]), 0, I64, &[4], &[0, -1]),
        call(
            patterns(F32, &[80, 1000], 1),
            1,
            I64,
            &[80, 900],
            &spread(901, 1000),
        ),
        call(
            patterns(U16, &[301, 7], 2),
            0,
            I32,
            &[1000, 7],
            &spread(977, 301),
        ),
    ]
}

/// The axes that an index replaces: every axis, whole rows, and of several axes.
fn slices_in_place_of_an_axis() -> Vec<Vec<Argument>> {
    let call = |table: Argument, dim, at: Argument, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, Argument::Int(dim), at, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            1,
            index(I64, &[2], &[0, -1]),
            &[3, 2],
        ),
        call(
            read(F16, &[3, 4], &NUMBERS),
            0,
            index(I32, &[2, 2], &[2, 0, -3, 1]),
            &[2, 2, 4],
        ),
        call(
            read(I8, &[2, 3, 4], &NUMBERS),
            -2,
            index(I64, &[5], &[2, 0, 1, 1]),
            &[2, 5, 4],
        ),
        call(
            read(F64, &[3, 4], &NUMBERS),
            1,
            index(I64, &[], &[2]),
            &[3, 1],
        ),
        call(
            read(Complex128, &[], &NUMBERS),
            0,
            index(I64, &[2], &[0, 0]),
            &[],
        ),
        call(
            patterns(F32, &[90, 800], 3),
            0,
            index(I64, &[120], &spread(120, 90)),
            &[120, 800],
        ),
        call(
            patterns(F32, &[90, 800], 4),
            1,
            index(I32, &[900], &spread(900, 800)),
            &[90, 900],
        ),
    ]
}

/// With and without axes that both have.
fn batches() -> Vec<Vec<Argument>> {
    let call = |table: Argument, dim, at: Argument, batches, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        let (dim, batches, mode) = (Argument::Int(dim), Argument::Int(batches), Argument::Int(1));
        vec![table, dim, at, batches, mode, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            0,
            index(I64, &[2], &[0, 2]),
            0,
            &[2, 4],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            1,
            index(I64, &[], &[2]),
            0,
            &[3],
        ),
        call(
            read(I16, &[2, 5, 3], &NUMBERS),
            1,
            index(I32, &[2, 4], &spread(8, 5)),
            1,
            &[2, 4, 3],
        ),
        call(
            patterns(F16, &[3, 2, 7, 5], 5),
            3,
            index(I64, &[3, 2, 4], &spread(24, 5)),
            2,
            &[3, 2, 7, 4],
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    let moved = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnGather", elements)
            .accepts(&[
                (
                    "self",
                    "f32 i32 f16 i8 f64 i16 i64 u64 u32 u16 u8 bool | 910B 950: + bf16 | 950: + e5m2 e4m3 e8m0",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather)
            .holds(moved | EMPTY | RANK_0 | RANK_8),
        Row::new("aclnnGatherV2", slices_in_place_of_an_axis)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16 | 950: + u16",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_slices)
            .holds(moved),
        Row::new("aclnnGatherV3", batches)
            .accepts(&[
                ("self", "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 bf16"),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_slices)
            .holds(moved),
    ]
}
