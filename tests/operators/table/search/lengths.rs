//! Operators whose outputs have a length that only the call knows.

use hostnpu::tensor::Dtype;

use super::whole_numbers;
use crate::argument::Argument;
use crate::reference::search;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{EMPTY, Row, STRIDED, computes};

const SELECTED: &str =
    "f32 i32 i64 f16 i16 i8 u8 f64 bool | 910B: + bf16 | 950: + bf16 u16 u32 u64";
const SORTED: &str = "bool u8 i8 u16 i16 u32 i32 u64 i64 f64 f32 f16 | 910B 950: + bf16";

const DENSE: &str = "has to be dense: its new shape is";

/// Every other element or so; a mask that broadcasts, and one that is broadcast to; elements of each width, converted or not; large.
fn masked() -> Vec<Vec<Argument>> {
    let mask = |dtype, shape: &[i64]| read(dtype, shape, &[1.0, 0.0, 0.0, 1.0, 1.0]);
    let mut samples = vec![
        vec![
            read(Dtype::F32, &[3, 4], &NUMBERS),
            mask(Dtype::Bool, &[3, 4]),
            write(Dtype::F32, &[12]),
        ],
        vec![
            read(Dtype::F32, &[3, 4], &[2.75, -1.5, 300.0]),
            mask(Dtype::U8, &[4]),
            write(Dtype::I32, &[12]),
        ],
        vec![
            patterns(Dtype::I16, &[1, 301], 1),
            read(Dtype::U8, &[211, 1], &[0.0, 7.0, 255.0]),
            write(Dtype::I16, &[301 * 211]),
        ],
        vec![
            patterns(Dtype::F32, &[5], 1),
            read(Dtype::Bool, &[5], &[0.0]),
            write(Dtype::F32, &[5]),
        ],
    ];
    for dtype in [Dtype::F64, Dtype::I8, Dtype::F32] {
        samples.push(vec![
            patterns(dtype, &[70_001], 3),
            patterns(Dtype::Bool, &[70_001], 4),
            write(dtype, &[70_001]),
        ]);
    }
    samples
}

/// Numbers of each kind with zeros, NaN and -0 among them; ranks 1 to 4; large; nothing found.
fn others_than_zero() -> Vec<Vec<Argument>> {
    let some = [0.5, 0.0, -0.0, f64::NAN, 3.0];
    let with = |dtype, shape: &[i64]| {
        let count: i64 = shape.iter().product();
        vec![
            read(dtype, shape, &some),
            write(Dtype::I64, &[count, shape.len() as i64]),
        ]
    };
    let mut samples = vec![
        with(Dtype::F32, &[3, 4]),
        with(Dtype::F16, &[7]),
        with(Dtype::F64, &[2, 3, 1, 5]),
        with(Dtype::I32, &[70_001]),
        with(Dtype::I8, &[300, 301]),
    ];
    samples.push(vec![
        read(Dtype::U8, &[3, 2], &[0.0]),
        write(Dtype::I64, &[6, 2]),
    ]);
    samples
}

/// Few values among many, all different ones, -0 and NaN, sorted or not, in every kind of type.
fn values() -> Vec<Vec<Argument>> {
    let call = |self_: Argument, inverse: bool| {
        let tensor = &self_.tensors()[0];
        let (dtype, shape) = (tensor.dtype, tensor.shape.clone());
        vec![
            self_,
            Argument::Bool(inverse),
            Argument::Bool(inverse),
            write(dtype, &[shape.iter().product()]),
            write(Dtype::I64, &shape),
        ]
    };
    let floats = [
        1.5,
        f64::NAN,
        -0.0,
        0.0,
        1.5,
        -2.0,
        f64::NAN,
        0.0,
        f64::INFINITY,
    ];
    let mut samples = vec![
        call(read(Dtype::F32, &[3, 4], &NUMBERS), true),
        call(read(Dtype::F32, &[3, 4], &floats), true),
        call(read(Dtype::F64, &[3, 4], &floats), false),
        call(read(Dtype::F16, &[], &floats), true),
        call(patterns(Dtype::I64, &[70_001], 1), false),
        call(patterns(Dtype::I64, &[251, 280], 1), true),
        call(patterns(Dtype::U64, &[2000], 1), true),
        call(patterns(Dtype::F16, &[70_001], 2), true),
    ];
    let types = [
        Dtype::I8,
        Dtype::U8,
        Dtype::Bool,
        Dtype::I16,
        Dtype::U16,
        Dtype::I32,
        Dtype::U32,
    ];
    for dtype in types {
        samples.push(call(patterns(dtype, &[3001], 3), dtype != Dtype::I32));
    }
    samples
}

/// As [`values`], with counts.
fn values_and_counts() -> Vec<Vec<Argument>> {
    let mut samples = values();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(3, Argument::Bool(number % 3 != 2));
        let counts = sample[4].tensors()[0].shape.clone();
        sample.push(write(Dtype::I64, &counts));
    }
    samples
}

/// Slices and elements with runs, in each kind of type, along each dimension; NaN and both zeros.
fn slices(dims: &[i64], is_sorted: bool) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let floats = [1.0, 1.0, 2.0, 2.0, 2.0, 0.0, -0.0, 1.0, f64::NAN, f64::NAN];
    let whole = [3.0, 3.0, 1.0, 1.0, 3.0, 3.0];
    let tensors = [
        read(Dtype::F32, &[3, 4], &floats),
        read(Dtype::I64, &[6, 2], &whole),
        read(Dtype::Bool, &[3, 7, 2], &[0.0, 0.0, 1.0]),
        read(Dtype::F16, &[40, 3], &floats),
        read(Dtype::U8, &[5, 4001], &[1.0, 1.0, 2.0]),
    ];
    for (number, tensor) in tensors.into_iter().enumerate() {
        let (dtype, shape) = (tensor.tensors()[0].dtype, tensor.tensors()[0].shape.clone());
        for &dim in dims {
            let asked = number != 1;
            let length = match dim {
                1000 => shape.iter().product(),
                _ => shape[dim.rem_euclid(shape.len() as i64) as usize],
            };
            let values = if dim == 1000 {
                vec![length]
            } else {
                shape.clone()
            };
            let flags = [
                Argument::Bool(asked),
                Argument::Bool(if is_sorted { asked } else { true }),
            ];
            let mut sample = vec![tensor.clone()];
            sample.extend(flags);
            sample.push(Argument::Int(dim));
            sample.push(write(dtype, &values));
            sample.extend([write(Dtype::I64, &[length]), write(Dtype::I64, &[length])]);
            samples.push(sample);
        }
    }
    samples
}

fn neighbours() -> Vec<Vec<Argument>> {
    let mut samples = slices(&[1000, 0, -1], false);
    let flags = [
        Argument::Bool(true),
        Argument::Bool(true),
        Argument::Int(1000),
    ];
    for (dtype, count) in [
        (Dtype::Complex64, 9),
        (Dtype::Complex128, 9),
        (Dtype::I32, 40_001),
    ] {
        let mut sample = vec![read(dtype, &[count], &[1.0, 1.0, -0.0, 0.0, 5.0])];
        sample.extend(flags.clone());
        sample.extend([dtype, Dtype::I64, Dtype::I64].map(|dtype| write(dtype, &[count])));
        samples.push(sample);
    }
    samples
}

fn sorted_slices() -> Vec<Vec<Argument>> {
    slices(&[0, -1], true)
}

pub fn rows() -> Vec<Row> {
    const INT64: (&str, &str) = ("out", "i64");
    const INVERSE: (&str, &str) = ("inverseOut", "i64");
    const COUNTS: (&str, &str) = ("countsOut", "i64");
    const VALUES: (&str, &str) = ("valueOut", "as self");
    const OUT: &[(&str, &str)] = &[("strided out", DENSE)];
    const FOUND: &[(&str, &str)] = &[("strided valueOut", DENSE), ("strided countsOut", DENSE)];
    vec![
        Row::new("aclnnMaskedSelect", masked)
            .accepts(&[("self", SELECTED), ("mask", "u8 bool"), ("out", SELECTED)])
            .computes(computes::own)
            .whole(search::masked_select)
            .except(OUT),
        Row::new("aclnnNonzero", others_than_zero)
            .accepts(&[("self", SELECTED), INT64])
            .computes(whole_numbers)
            .whole(search::nonzero)
            .holds(STRIDED | EMPTY)
            .except(OUT),
        Row::new("aclnnNonzeroV2", others_than_zero)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 u8 i16 u16 i32 u32 i64 u64 f64 bool | 910B 950: + bf16",
                ),
                INT64,
            ])
            .computes(whole_numbers)
            .whole(search::nonzero_columns)
            .holds(STRIDED | EMPTY)
            .except(OUT),
        Row::new("aclnnUnique", values)
            .accepts(&[("self", SORTED), VALUES, INVERSE])
            .whole(search::unique)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
        Row::new("aclnnUnique2", values_and_counts)
            .accepts(&[("self", SORTED), VALUES, INVERSE, COUNTS])
            .whole(search::unique)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
        Row::new("aclnnUniqueConsecutive", neighbours)
            .accepts(&[
                (
                    "self",
                    "u8 i8 u16 i16 u32 i32 u64 i64 f64 f32 f16 c64 c128 bool | 910B 950: + bf16",
                ),
                VALUES,
                INVERSE,
                COUNTS,
            ])
            .whole(search::unique_consecutive)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
        Row::new("aclnnUniqueDim", sorted_slices)
            .accepts(&[("self", SORTED), VALUES, INVERSE, COUNTS])
            .whole(search::unique_dim)
            .holds(STRIDED | EMPTY)
            .except(FOUND),
    ]
}
