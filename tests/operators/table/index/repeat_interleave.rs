//! The rows of `aclnnRepeatInterleave` and its other forms.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::shared::search::repeats::each;
use crate::table::{Holds, Row, STRIDED};

const REPEATED: &str = "u8 i8 i16 i32 i64 bool f16 f32 | 910B: + bf16 | 950: + bf16 u16 u32 u64";
const TIMES: &str = "i64 i32";

fn flat() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape) in [
        (Dtype::F32, vec![3, 4]),
        (Dtype::I8, vec![7]),
        (Dtype::F16, vec![5, 2]),
        (Dtype::I64, vec![70_001]),
        (Dtype::Bool, vec![]),
    ] {
        let (times, sum) = each(Dtype::I64, shape.iter().product());
        let self_ = patterns(dtype, &shape, 1);
        samples.push(vec![self_, times, Argument::Int(sum), write(dtype, &[sum])]);
    }
    samples.push(vec![
        read(Dtype::F32, &[3, 4], &NUMBERS),
        read(Dtype::I32, &[], &[3.0]),
        Argument::Int(36),
        write(Dtype::F32, &[36]),
    ]);
    samples
}

fn along() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, shape, dim) in [
        (Dtype::F32, vec![3, 4], 1_i64),
        (Dtype::F32, vec![3, 4], -2),
        (Dtype::I16, vec![5, 301, 7], 1),
        (Dtype::U8, vec![9], 0),
        (Dtype::I64, vec![2, 3, 4, 1, 5], -4),
    ] {
        let axis = dim.rem_euclid(shape.len() as i64) as usize;
        let (times, sum) = each(Dtype::I32, shape[axis]);
        let mut wide = shape.clone();
        wide[axis] = sum;
        samples.push(vec![
            patterns(dtype, &shape, 1),
            times,
            Argument::Int(dim),
            Argument::Int(sum),
            write(dtype, &wide),
        ]);
    }
    samples
}

fn by_number() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], times: i64, size: i64, out: &[i64]| {
        let numbers = [Argument::Int(times), Argument::Int(size)];
        let mut sample = vec![patterns(dtype, shape, 1)];
        sample.extend(numbers);
        sample.push(write(dtype, out));
        sample
    };
    vec![
        call(Dtype::F32, &[3, 4], 2, 24, &[24]),
        call(Dtype::F16, &[7, 91], 5, 3185, &[3185]),
        // Once: the size is not looked at.
        call(Dtype::I8, &[3, 4], 1, 5, &[12]),
    ]
}

fn by_number_along() -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], times: i64, dim: i64, size: i64, out: &[i64]| {
        let numbers = [
            Argument::Int(times),
            Argument::Int(dim),
            Argument::Int(size),
        ];
        let mut sample = vec![patterns(Dtype::I32, shape, 1)];
        sample.extend(numbers);
        sample.push(write(Dtype::I32, out));
        sample
    };
    vec![
        call(&[3, 4], 2, 1, 8, &[3, 8]),
        call(&[5, 3, 2], 3, -3, 15, &[15, 3, 2]),
        call(&[3, 4], 1, 0, 9, &[3, 4]),
    ]
}

fn of_indices() -> Vec<Vec<Argument>> {
    [(Dtype::I64, 9), (Dtype::I32, 20_001)]
        .map(|(dtype, count)| {
            let (times, sum) = each(dtype, count);
            vec![times, Argument::Int(sum), write(dtype, &[sum])]
        })
        .to_vec()
}

/// The row of an operator that repeats elements.
#[track_caller]
fn repeated(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    holds: Holds,
) -> Row {
    Row::new(name, samples)
        .accepts(accepts)
        .whole(repeats::repeat_interleave)
        .holds(holds)
}

const SELF: (&str, &str) = ("self", REPEATED);
const OUT: (&str, &str) = ("out", "as self");

pub fn rows() -> Vec<Row> {
    vec![
        repeated(
            "aclnnRepeatInterleave",
            flat,
            &[SELF, ("repeats", TIMES), OUT],
            STRIDED,
        ),
        repeated(
            "aclnnRepeatInterleaveWithDim",
            along,
            &[SELF, ("repeats", TIMES), OUT],
            STRIDED,
        ),
        repeated("aclnnRepeatInterleaveInt", by_number, &[SELF, OUT], STRIDED),
        repeated(
            "aclnnRepeatInterleaveIntWithDim",
            by_number_along,
            &[SELF, OUT],
            STRIDED,
        ),
        repeated(
            "aclnnRepeatInterleaveTensor",
            of_indices,
            &[("repeats", TIMES), ("out", "as repeats")],
            STRIDED,
        ),
    ]
}
