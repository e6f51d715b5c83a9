//! Samples and checks of several operators: running results along an axis.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;
use crate::table::samples::{read, write};
use crate::table::shared::math::extremes::values_and_places;
use crate::table::shared::math::reductions::with_specials;
use crate::table::{EMPTY, Holds, OVERLAP, RANK_0, RANK_8, Row, SHAPE, STRIDED};
use hostnpu::tensor::Dtype;

pub const SCANS: Holds = Holds(STRIDED.0 | EMPTY.0 | RANK_0.0 | RANK_8.0 | OVERLAP.0 | SHAPE.0);

/// Shapes and axes: inner, outer, between, long and short.
pub const CASES: [(&[i64], i64); 7] = [
    (&[3, 4], -1),
    (&[3, 4], -2),
    (&[5, 70, 21], 1),
    (&[70, 130], 1),
    (&[9001], 0),
    (&[3001, 3], 0),
    (&[3, 1, 40], 1),
];

/// Every case in the first type, and some in the others.
pub fn samples(
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

pub const SEGMENTED: &str = "none | 910B: f32 f16 bf16 | 950: f32 f16 bf16";

#[track_caller]
pub fn extreme(name: &str, reference: fn(&Arguments) -> Vec<Vec<Number>>) -> Row {
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
