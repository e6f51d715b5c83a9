//! Running results along an axis.

use hostnpu::tensor::Dtype;

use super::extremes::values_and_places;
use super::reductions::{FLOATS, SHORT, SUMS, factors, numbers, with_specials};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::reference::scans;
use crate::table::samples::{patterns, read, scalar, write};
use crate::table::{EMPTY, Holds, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED, computes};

const SCANS: Holds = Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | RANK_8.0 | OVERLAP.0 | SHAPE.0);

/// Shapes and axes: inner, outer, between, long and short.
const CASES: [(&[i64], i64); 7] = [
    (&[3, 4], -1),
    (&[3, 4], -2),
    (&[5, 70, 21], 1),
    (&[70, 130], 1),
    (&[9001], 0),
    (&[3001, 3], 0),
    (&[3, 1, 40], 1),
];

const TYPES: [Dtype; 11] = [
    Dtype::F32,
    Dtype::F16,
    Dtype::Bf16,
    Dtype::F64,
    Dtype::I8,
    Dtype::U8,
    Dtype::I16,
    Dtype::I32,
    Dtype::I64,
    Dtype::Complex64,
    Dtype::Complex128,
];

/// Every case in the first type, and some in the others.
fn samples(
    types: &[Dtype],
    contents: fn(Dtype, &[i64]) -> Argument,
    build: fn(Argument, i64, Argument) -> Vec<Argument>,
) -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, &dtype) in types.iter().enumerate() {
        for (at, &(shape, dim)) in CASES.iter().enumerate() {
            if number == 0 || [1, 3].contains(&at) {
                samples.push(build(contents(dtype, shape), dim, write(dtype, shape)));
            }
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const SUMMED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 | 910B 950: + bf16";
    const MULTIPLIED: &str = "f32 f16 bf16 f64 i8 i16 i32 i64 u8 u16 u32 u64";
    vec![
        Row::new("aclnnCumsum", || {
            let mut all = samples(&TYPES, numbers, |x, dim, out| {
                let dtype = Argument::DataType(out.dtype().expect("a tensor"));
                vec![x, Argument::Int(dim), dtype, out]
            });
            for (from, to) in [
                (Dtype::Bool, Dtype::I64),
                (Dtype::I16, Dtype::F16),
                (Dtype::F32, Dtype::I8),
                (Dtype::Complex64, Dtype::F64),
            ] {
                all.push(vec![
                    numbers(from, &[9, 40]),
                    Argument::Int(1),
                    Argument::DataType(to),
                    write(to, &[9, 40]),
                ]);
            }
            all
        })
        .accepts(&[("self", "standard"), ("out", "as dtype")])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::sum)
        .accuracy(SUMS)
        .holds(SCANS)
        .except(&[("dtypes self", "a type without a conversion gives 561103")]),
        Row::new("aclnnCumsumV2", || {
            let mut all = samples(&TYPES, numbers, |x, dim, out| {
                vec![x, Argument::Int(dim), out]
            });
            all.extend(samples(
                &[Dtype::F32, Dtype::F16, Dtype::I64],
                numbers,
                |x, dim, out| vec![x, Argument::Int(dim), out],
            ));
            for (number, sample) in all.iter_mut().enumerate() {
                let flags = [number & 2 != 0, number % 3 == 1].map(Argument::Bool);
                sample.splice(2..2, flags);
            }
            all
        })
        .accepts(&[("self", SUMMED), ("out", "as self")])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::sum)
        .accuracy(SUMS)
        .holds(SCANS),
        Row::new("aclnnCumprod", || {
            let mut all = samples(&FLOATS, factors, |x, dim, out| {
                let dtype = Argument::DataType(out.dtype().expect("a tensor"));
                vec![x, scalar(Dtype::I64, dim as f64), dtype, out]
            });
            for dtype in [Dtype::I8, Dtype::U16, Dtype::U32, Dtype::U64, Dtype::I64] {
                all.push(vec![
                    patterns(dtype, &[9, 33], 5),
                    scalar(Dtype::I32, -2.0),
                    Argument::DataType(dtype),
                    write(dtype, &[9, 33]),
                ]);
            }
            all.push(vec![
                factors(Dtype::F32, &[9, 33]),
                scalar(Dtype::I32, 0.0),
                Argument::DataType(Dtype::F16),
                write(Dtype::F16, &[9, 33]),
            ]);
            all
        })
        .accepts(&[
            ("input", MULTIPLIED),
            ("dim", "i32 i64"),
            ("out", "as dtype"),
        ])
        .computes(|arguments| arguments.last()?.dtype())
        .whole(scans::product)
        .ulp(0.5001, 1.0)
        // There is no limit.
        .holds(SCANS.without(RANK_8)),
        extreme("aclnnCummax", scans::max),
        extreme("aclnnCummin", scans::min),
        Row::new("aclnnExpSegsum", || {
            let sample = |&dtype: &Dtype| {
                let x = read(
                    dtype,
                    &[2, 3, 17],
                    &[0.5, -0.75, 0.125, -1.5, 1.0, 0.25, -0.0625],
                );
                vec![x, write(dtype, &[2, 3, 17, 17])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[("self", SEGMENTED), ("out", "as self")])
        .computes(computes::own)
        .whole(scans::segments)
        .ulp(0.51, 1.0),
        Row::new("aclnnExpSegsumBackward", || {
            let sample = |&dtype: &Dtype| {
                let [a, b] = [
                    numbers(dtype, &[2, 3, 17, 17]),
                    factors(dtype, &[2, 3, 17, 17]),
                ];
                vec![a, b, write(dtype, &[2, 3, 17])]
            };
            SHORT.iter().map(sample).collect()
        })
        .accepts(&[
            ("gradOutput", SEGMENTED),
            ("gradSelf", "as gradOutput"),
            ("gradInput", "as gradOutput"),
        ])
        .computes(computes::own)
        .whole(scans::segment_gradients)
        .accuracy(SUMS)
        .except(&[(
            "dtypes gradSelf",
            "another type than that of `gradOutput` gives 561103",
        )]),
    ]
}

const SEGMENTED: &str = "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16";

fn extreme(name: &str, reference: fn(&Arguments) -> Vec<Vec<Number>>) -> Row {
    let samples: fn() -> Vec<Vec<Argument>> = || {
        let types = [
            Dtype::F32,
            Dtype::F16,
            Dtype::Bf16,
            Dtype::F64,
            Dtype::I8,
            Dtype::U8,
            Dtype::I16,
            Dtype::I32,
            Dtype::I64,
            Dtype::Bool,
        ];
        let mut all = samples(&types, with_specials, |x, dim, out| {
            let mut indices = out.clone();
            indices.set_dtype(if dim < 0 { Dtype::I32 } else { Dtype::I64 });
            vec![x, Argument::Int(dim), out, indices]
        });
        let steps = [1.0, 1.0, 2.0, 2.0, 0.0, 2.0, 3.0];
        let shape = [2, 14];
        all.push(vec![
            read(Dtype::I8, &shape, &steps),
            Argument::Int(1),
            write(Dtype::F32, &shape),
            write(Dtype::I64, &shape),
        ]);
        all
    };
    let accepts: &'static [(&str, &str)] = match name {
        "aclnnCummax" => &[
            (
                "self",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
            ),
            (
                "valuesOut",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
            ),
            ("indicesOut", "i32 i64"),
        ],
        _ => &[
            ("self", "f32 f16 f64 i8 i16 i32 i64 u8 bool bf16"),
            (
                "valuesOut",
                "as self | 910 910B 310: f32 f16 f64 i8 i16 i32 i64 u8 bool bf16",
            ),
            ("indicesOut", "i32 i64"),
        ],
    };
    Row::new(name, samples)
        .accepts(accepts)
        .computes(values_and_places)
        .whole(reference)
        .holds(match name {
            "aclnnCummax" => SCANS.without(RANK_0),
            _ => SCANS,
        })
        .except(&[(
            "dtypes valuesOut",
            "aclnnCummin on Ascend950: another type than that of `self` gives 561103",
        )])
}
