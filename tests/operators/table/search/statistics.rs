//! Medians and counts.

use hostnpu::tensor::Dtype;

use super::whole_numbers;
use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::Row;
use crate::table::samples::{NUMBERS, patterns, read, scalar, write};

const MIDDLE: &str = "f32 f16 u8 i8 i16 i32 i64 | 910B 950: + bf16";
const COUNTED: &str = "f32 f16 i64 i32 i16 i8 u8";

const WITH_NAN: [f64; 7] = [1.0, f64::NAN, 3.0, -2.0, f64::NAN, 3.0, 0.0];

fn tensors() -> Vec<Argument> {
    let mut tensors = vec![
        read(Dtype::F32, &[3, 4], &NUMBERS),
        read(Dtype::F32, &[5, 7], &WITH_NAN),
        read(Dtype::F16, &[2, 3], &[f64::NAN]),
        read(Dtype::I64, &[70_001], &NUMBERS),
        patterns(Dtype::F32, &[300, 3, 40], 1),
        read(Dtype::Bf16, &[], &[2.5]),
    ];
    for dtype in [Dtype::U8, Dtype::I8, Dtype::I16, Dtype::I32, Dtype::Bf16] {
        tensors.push(patterns(dtype, &[41, 6], 3));
    }
    tensors
}

fn of_all() -> Vec<Vec<Argument>> {
    let call = |self_: Argument| {
        let dtype = self_.tensors()[0].dtype;
        vec![self_, write(dtype, &[])]
    };
    tensors().into_iter().map(call).collect()
}

fn along() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, self_) in tensors().into_iter().enumerate() {
        let (dtype, shape) = (self_.tensors()[0].dtype, self_.tensors()[0].shape.clone());
        for dim in [0, -1] {
            let keep = number % 2 == 1;
            let mut reduced = shape.clone();
            if !shape.is_empty() {
                let axis = if dim == 0 { 0 } else { shape.len() - 1 };
                match keep {
                    true => reduced[axis] = 1,
                    false => drop(reduced.remove(axis)),
                }
            }
            samples.push(vec![
                self_.clone(),
                Argument::Int(dim),
                Argument::Bool(keep),
                write(dtype, &reduced),
                write(Dtype::I64, &reduced),
            ]);
        }
    }
    samples
}

/// A given range and that of the elements, integers and floats, numbers at the ends, outside, and NaN; results that wrap.
fn histograms() -> Vec<Vec<Argument>> {
    let call = |self_: Argument, bins: i64, [low, high]: [f64; 2], out: Dtype| {
        vec![
            self_,
            Argument::Int(bins),
            scalar(Dtype::F32, low),
            scalar(Dtype::F32, high),
            write(out, &[bins]),
        ]
    };
    vec![
        call(
            read(Dtype::F32, &[3, 4], &NUMBERS),
            5,
            [0.0, 8.0],
            Dtype::I64,
        ),
        call(
            read(Dtype::F32, &[5, 7], &WITH_NAN),
            4,
            [0.0, 0.0],
            Dtype::F32,
        ),
        call(
            read(Dtype::F16, &[70_001], &NUMBERS),
            10,
            [-3.0, 11.0],
            Dtype::I8,
        ),
        call(
            read(Dtype::I32, &[3, 4], &NUMBERS),
            3,
            [-3.0, 7.0],
            Dtype::I32,
        ),
        call(
            patterns(Dtype::U8, &[70_001], 1),
            100,
            [0.0, 0.0],
            Dtype::I64,
        ),
        call(patterns(Dtype::I64, &[301], 1), 7, [0.0, 0.0], Dtype::I64),
        call(read(Dtype::I16, &[5], &[4.0]), 3, [2.0, 2.0], Dtype::I16),
    ]
}

fn occurrences() -> Vec<Vec<Argument>> {
    let numbers = |dtype, count| read(dtype, &[count], &[0.0, 3.0, 3.0, 7.0, -1.0, 100.0]);
    let call = |self_: Argument, weights: Argument, least: i64, out: Dtype| {
        vec![self_, weights, Argument::Int(least), write(out, &[9])]
    };
    let weights = |dtype| read(dtype, &[13], &[0.5, 1.25, 2.0, 3.75]);
    vec![
        call(numbers(Dtype::I64, 13), weights(Dtype::F32), 0, Dtype::F32),
        call(numbers(Dtype::I32, 13), Argument::Null, 9, Dtype::I64),
        call(numbers(Dtype::I8, 13), weights(Dtype::F64), 4, Dtype::F64),
        call(numbers(Dtype::I16, 13), weights(Dtype::F16), 4, Dtype::I32),
        call(
            patterns(Dtype::U8, &[70_001], 1),
            Argument::Null,
            0,
            Dtype::F32,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    const VALUES: (&str, &str) = ("valuesOut", "as self");
    const INDICES: (&str, &str) = ("indicesOut", "i64");
    const SELF: (&str, &str) = ("self", MIDDLE);
    vec![
        Row::new("aclnnMedian", of_all)
            .accepts(&[SELF, VALUES])
            .whole(repeats::median),
        Row::new("aclnnNanMedian", of_all)
            .accepts(&[SELF, ("out", "as self")])
            .whole(repeats::nan_median),
        Row::new("aclnnMedianDim", along)
            .accepts(&[SELF, VALUES, INDICES])
            .whole(repeats::median_dim),
        Row::new("aclnnNanMedianDim", along)
            .accepts(&[SELF, VALUES, INDICES])
            .whole(repeats::nan_median_dim),
        Row::new("aclnnHistc", histograms)
            .accepts(&[
                ("self", COUNTED),
                ("min", "any"),
                ("max", "any"),
                ("out", COUNTED),
            ])
            .computes(whole_numbers)
            .whole(repeats::histogram),
        Row::new("aclnnBincount", occurrences)
            .accepts(&[
                ("self", "i8 i16 i32 i64 u8"),
                ("weights", "f32 f16 f64 i8 i16 i32 i64 u8 bool"),
                ("out", "f32 f64 i32 i64"),
            ])
            .computes(|_| Some(Dtype::F64))
            .whole(repeats::occurrences),
    ]
}
