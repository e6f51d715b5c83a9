//! Elements that are read by index.

use hostnpu::tensor::Dtype::{self, *};

use super::{INDEX, Row, index, spread};
use crate::argument::Argument;
use crate::reference::indexing;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, SHAPE, STRIDED, computes};

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
        Row::new("aclnnIndexSelect", selected)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 u16 u32 u64 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_slices)
            .holds(moved | RANK_0),
        Row::new("aclnnTake", taken)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 u16 u32 u64 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::take)
            .holds(moved | EMPTY | RANK_0),
        Row::new("aclnnGatherNd", coordinates)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i8 u8 bool | 910B 950: + bf16 | 950: + f64 i16 u16 u32 u64",
                ),
                ("indices", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::gather_nd)
            .holds(moved),
        Row::new("aclnnEmbedding", looked_up)
            .accepts(&[
                (
                    "weight",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("indices", INDEX),
                ("out", "as weight"),
            ])
            .computes(computes::own)
            .whole(indexing::embedding)
            .holds(moved),
        Row::new("aclnnIndex", listed)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i64 i32 bool i8 u8 f64 i16 | 910B 950 310: + bf16 | 950: + c64",
                ),
                ("indices", INDEX),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(indexing::index)
            .holds(moved),
    ]
}

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

fn selected() -> Vec<Vec<Argument>> {
    let call = |table: Argument, dim, at: Argument, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, Argument::Int(dim), at, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            0,
            index(I64, &[3], &[0, 2, 0]),
            &[3, 4],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            -1,
            index(I32, &[6], &[3, 0, 1, 1]),
            &[3, 6],
        ),
        call(
            read(U8, &[2, 3, 4], &NUMBERS),
            1,
            index(I64, &[], &[2]),
            &[2, 1, 4],
        ),
        call(
            patterns(U64, &[3000, 7], 6),
            0,
            index(I64, &[5000], &spread(5000, 3000)),
            &[5000, 7],
        ),
    ]
}

fn taken() -> Vec<Vec<Argument>> {
    let call = |table: Argument, of, shape: &[i64], numbers: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, index(of, shape, numbers), out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            I64,
            &[3, 4],
            &[0, 11, -1, 5, -12, 7],
        ),
        call(read(Bool, &[7], &NUMBERS), I32, &[2, 2, 2], &[6, 0]),
        call(
            patterns(F64, &[31, 17], 7),
            I64,
            &[4000],
            &spread(4000, 527),
        ),
    ]
}

fn coordinates() -> Vec<Vec<Argument>> {
    let call = |table: Argument, at: Argument, negative, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, at, Argument::Bool(negative), out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[2, 2], &[0, 1, 2, 3]),
            false,
            &[2],
        ),
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I32, &[2, 2, 1], &[0, -1, 2]),
            true,
            &[2, 2, 4],
        ),
        call(
            read(I8, &[2, 3, 4], &NUMBERS),
            index(I64, &[3], &[1, 2, 3]),
            false,
            &[],
        ),
        call(
            patterns(F16, &[40, 30, 9], 8),
            index(I64, &[900, 2], &spread(1800, 30)),
            false,
            &[900, 9],
        ),
    ]
}

fn looked_up() -> Vec<Vec<Argument>> {
    let call = |table: Argument, at: Argument, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        vec![table, at, out]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[2], &[0, 2]),
            &[2, 4],
        ),
        call(
            read(Bf16, &[5, 3], &NUMBERS),
            index(I32, &[2, 3], &[4, 0, 1]),
            &[2, 3, 3],
        ),
        call(
            patterns(F32, &[100, 64], 9),
            index(I64, &[9, 200], &spread(1800, 100)),
            &[9, 200, 64],
        ),
    ]
}

/// Entries that are neighbours and not, that broadcast, masks of one axis and of several, and axes that stay.
fn listed() -> Vec<Vec<Argument>> {
    let call = |table: Argument, entries: Vec<Argument>, shape: &[i64]| {
        let out = write(table.tensors()[0].dtype, shape);
        let entries = entries
            .iter()
            .flat_map(Argument::tensors)
            .cloned()
            .collect();
        vec![table, Argument::Tensors(entries), out]
    };
    let none = || index(I64, &[0], &[]);
    let mask = |shape: &[i64], truths: &[i64]| index(Bool, shape, truths);
    let table = |shape: &[i64]| read(F32, shape, &NUMBERS);
    vec![
        call(table(&[3, 4]), vec![index(I64, &[2], &[0, -1])], &[2, 4]),
        call(
            table(&[3, 4]),
            vec![index(I64, &[2, 1], &[2, 0]), index(I64, &[3], &[3, -4, 1])],
            &[2, 3],
        ),
        call(
            table(&[2, 3, 4]),
            vec![index(I64, &[2], &[1, 0]), none(), index(I32, &[2], &[3, 3])],
            &[2, 3],
        ),
        call(
            table(&[2, 3, 4]),
            vec![none(), index(I64, &[5], &spread(5, 3))],
            &[2, 5, 4],
        ),
        call(table(&[3, 4]), vec![mask(&[3], &[1, 0, 1])], &[2, 4]),
        call(table(&[3, 4]), vec![mask(&[3, 4], &[1, 0, 0, 1, 1])], &[7]),
        call(
            table(&[2, 3, 4]),
            vec![none(), mask(&[3, 4], &[1, 0, 0, 1, 1])],
            &[2, 7],
        ),
        call(table(&[3, 4]), vec![none(), none()], &[3, 4]),
    ]
}
