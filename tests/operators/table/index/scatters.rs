//! Elements that are written by index.

use hostnpu::tensor::Dtype::{self, *};

use super::{INDEX, Row, index, spread};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};
use crate::table::{EMPTY, Holds, OVERLAP, RANK_0, RANK_8, STRIDED, computes};

const SCALAR: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

type Accepts = &'static [(&'static str, &'static str)];

const ELEMENTS: Accepts = &[
    (
        "self",
        "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
    ),
    ("index", INDEX),
    ("src", "as self"),
    ("out", "as self"),
];

const IN_PLACE: Accepts = &[
    (
        "selfRef",
        "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
    ),
    ("index", INDEX),
    ("src", "as selfRef"),
];

pub fn rows() -> Vec<Row> {
    let all = STRIDED | EMPTY | RANK_0 | RANK_8;
    vec![
        Row::new("aclnnScatter", || out_of_place(ways()))
            .accepts(ELEMENTS)
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatter", ways)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all),
        Row::new("aclnnScatterValue", || out_of_place(of_value()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("value", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatterValue", of_value)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("value", SCALAR),
            ])
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all),
        Row::new("aclnnScatterAdd", || out_of_place(added_by_many()))
            .accepts(ELEMENTS)
            .computes(computes::own)
            .whole(scattering::scatter_add)
            .holds(all | OVERLAP),
        Row::new("aclnnScatterReduce", || out_of_place(reduced()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 950: + bf16 | 910B: f32",
                ),
                ("index", INDEX),
                ("src", "as self"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_reduce)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatterReduce", reduced)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 950: + bf16 | 910B: f32",
                ),
                ("index", INDEX),
                ("src", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_reduce)
            .holds(all),
        Row::new("aclnnScatterNd", || out_of_place(at_coordinates()))
            .accepts(&[
                ("data", "f16 f32 bool | 910B 950: + bf16"),
                ("indices", INDEX),
                ("updates", "as data"),
                ("out", "as data"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_nd)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnScatterNdUpdate", at_coordinates)
            .accepts(&[
                (
                    "varRef",
                    "f32 f16 bool | 910B: + i16 bf16 i64 i8 i32 | 950: + bf16 i64 i8 u8 e5m2 e4m3 hif8",
                ),
                ("indices", INDEX),
                ("updates", "as varRef"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_nd),
        Row::new("aclnnTfScatterAdd", rows_or_coordinates)
            .accepts(&[
                ("varRef", "f32 f16 bf16 i32 i8 u8 | 310: none"),
                ("indices", INDEX),
                ("updates", "as varRef"),
            ])
            .computes(computes::own)
            .whole(scattering::tf_scatter_add),
        of_tensorflow("aclnnScatterMax", scattering::scatter_max),
        of_tensorflow("aclnnScatterMin", scattering::scatter_min),
        of_tensorflow("aclnnScatterMul", scattering::scatter_mul),
        of_tensorflow("aclnnScatterDiv", scattering::scatter_div),
        Row::new("aclnnInplaceScatterUpdate", blocks)
            .accepts(&[
                (
                    "data",
                    "i8 f16 f32 i32 | 910B 950: + bf16 | 950: + u8 e4m3 e5m2 hif8",
                ),
                ("indices", INDEX),
                ("updates", "as data"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_update),
        Row::new("aclnnScatterList", lists)
            .accepts(&[
                (
                    "varRef",
                    "i8 i16 i32 u8 u16 u32 f16 f32 | 910B 950: + bf16 | 910: none",
                ),
                ("indice", INDEX),
                ("updates", "as varRef"),
                ("maskOptional", "u8"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_list),
    ]
}

fn of_tensorflow(name: &str, reference: fn(&Arguments) -> Vec<Vec<crate::number::Number>>) -> Row {
    const ACCEPTS: Accepts = &[
        ("varRef", "none | 950: f16 f32 i32 i8 u8"),
        ("indices", INDEX),
        ("updates", "as varRef"),
    ];
    let holds: Holds = STRIDED;
    Row::new(name, combined_rows)
        .accepts(ACCEPTS)
        .computes(computes::own)
        .whole(reference)
        .holds(holds)
}

/// The same calls with a tensor of the first one's shape to write.
fn out_of_place(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        let first = &sample[0].tensors()[0];
        let out = write(first.dtype, &first.shape);
        sample.push(out);
    }
    samples
}

/// As the others, and many in several threads' pieces.
fn added_by_many() -> Vec<Vec<Argument>> {
    let (target, source) = (
        read(I8, &[30_000], &NUMBERS),
        read(I8, &[70_000], &NUMBERS[1..]),
    );
    let at = index(I64, &[70_000], &spread(7001, 30_000));
    let mut samples = added();
    samples.push(vec![target, Argument::Int(0), at, source]);
    samples
}

/// Boxes of indices: of all elements, of a part of a larger source, along the first axis, with many in one place.
fn added() -> Vec<Vec<Argument>> {
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

fn with(samples: Vec<Vec<Argument>>, more: &[&[Argument]]) -> Vec<Vec<Argument>> {
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
fn ordered() -> Vec<Vec<Argument>> {
    let mut samples = added();
    samples.retain(|sample| crate::number::part(sample[0].tensors()[0].dtype).is_none());
    samples
}

fn ways() -> Vec<Vec<Argument>> {
    let way = |way: i64| [Argument::Int(way)];
    let ways = [way(0), way(1), way(2), way(3), way(4), way(5), way(77)];
    let ways: Vec<&[Argument]> = ways.iter().map(|way| &way[..]).collect();
    with(ordered(), &ways)
}

fn reduced() -> Vec<Vec<Argument>> {
    let mut ways = vec![[Argument::Int(1), Argument::Bool(true)]];
    for way in 0..=5 {
        ways.push([Argument::Int(way), Argument::Bool(false)]);
        ways.push([Argument::Int(way), Argument::Bool(true)]);
    }
    let ways: Vec<&[Argument]> = ways.iter().map(|way| &way[..]).collect();
    with(ordered(), &ways)
}

fn of_value() -> Vec<Vec<Argument>> {
    let mut samples = ways();
    for sample in &mut samples {
        sample[3] = scalar(F32, 1.5);
    }
    samples
}

/// Elements, rows, and rows of several axes, some of them twice.
fn at_coordinates() -> Vec<Vec<Argument>> {
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

fn rows_or_coordinates() -> Vec<Vec<Argument>> {
    let call = |target: Argument, at: Argument, source: &[i64]| {
        let source = read(target.tensors()[0].dtype, source, &NUMBERS[1..]);
        vec![target, at, source]
    };
    vec![
        call(
            read(F32, &[3, 4], &NUMBERS),
            index(I64, &[3], &[0, 2, 0]),
            &[3, 4],
        ),
        call(
            read(F16, &[3, 4], &NUMBERS),
            index(I32, &[3, 2], &[0, 1, 2, 3, 0, 1]),
            &[3],
        ),
        call(
            read(I8, &[9, 70], &NUMBERS),
            index(I64, &[5, 4], &spread(20, 9)),
            &[5, 4, 70],
        ),
        call(
            read(Bf16, &[50, 3, 2], &NUMBERS),
            index(I64, &[600, 1], &spread(600, 50)),
            &[600, 3, 2],
        ),
    ]
}

fn combined_rows() -> Vec<Vec<Argument>> {
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

fn blocks() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], at: Argument, source: &[i64], axis| {
        vec![
            read(F32, shape, &NUMBERS),
            at,
            read(F32, source, &NUMBERS[1..]),
            Argument::Int(axis),
        ]
    };
    vec![
        call(&[2, 5], index(I64, &[2], &[0, 3]), &[2, 2], 1),
        call(&[3, 2, 6, 4], index(I32, &[2], &[1, 4]), &[2, 2, 2, 4], -2),
        call(
            &[3, 2, 6],
            index(I64, &[2, 2], &[2, 0, 0, 4]),
            &[2, 2, 2],
            2,
        ),
        call(&[3, 6], index(I64, &[], &[5]), &[1, 1], 1),
    ]
}

fn lists() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], at: Argument, source: &[i64], mask: Argument, axis| {
        let one = |k: usize| read(F32, shape, &NUMBERS[k..]).tensors()[0].clone();
        let list = (0..source[0] as usize).map(one).collect();
        vec![
            Argument::Tensors(list),
            at,
            read(F32, source, &NUMBERS[1..]),
            mask,
            Argument::Text("update"),
            Argument::Int(axis),
        ]
    };
    let mask = |truths: &[i64]| index(U8, &[truths.len() as i64], truths);
    vec![
        call(
            &[3, 4],
            index(I64, &[2], &[0, 1]),
            &[2, 2, 4],
            mask(&[1, 1]),
            -2,
        ),
        call(
            &[3, 4],
            index(I32, &[3], &[0, 1, 2]),
            &[3, 3, 2],
            mask(&[1, 2, 0]),
            -1,
        ),
        call(
            &[2, 3, 4],
            index(I64, &[2, 2], &[0, 2, 1, 1]),
            &[2, 2, 2, 4],
            Argument::Null,
            2,
        ),
    ]
}
