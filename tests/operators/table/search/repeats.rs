//! Elements that are repeated, and parts of a tensor that are assigned.

use hostnpu::tensor::Dtype;

use super::whole_numbers;
use crate::argument::Argument;
use crate::reference::repeats;
use crate::table::samples::{NUMBERS, patterns, read, write};
use crate::table::{Holds, Row, STRIDED};

const REPEATED: &str = "u8 i8 i16 i32 i64 bool f16 f32 | 910B: + bf16 | 950: + bf16 u16 u32 u64";
const TIMES: &str = "i64 i32";

/// The repetitions of each of so many elements: not at all, once, several times.
fn times(count: i64) -> (Vec<f64>, i64) {
    let times: Vec<f64> = (0..count)
        .map(|i| [2.0, 0.0, 1.0, 5.0][i as usize % 4])
        .collect();
    let sum = times.iter().sum::<f64>() as i64;
    (times, sum)
}

fn each(dtype: Dtype, count: i64) -> (Argument, i64) {
    let (numbers, sum) = times(count);
    (read(dtype, &[count], &numbers), sum)
}

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

fn gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, groups, axis) in [
        (Dtype::F32, vec![3, 4], 1_usize),
        (Dtype::F16, vec![5, 30, 2], 1),
        (Dtype::Bf16, vec![41, 3], 0),
    ] {
        let (times, sum) = each(Dtype::I64, groups[axis]);
        let mut shape = groups.clone();
        shape[axis] = sum;
        samples.push(vec![
            read(dtype, &shape, &NUMBERS),
            times,
            Argument::Int(axis as i64 - groups.len() as i64),
            write(dtype, &groups),
        ]);
    }
    samples.push(vec![
        patterns(Dtype::F32, &[6, 12], 1),
        read(Dtype::I32, &[1], &[3.0]),
        Argument::Int(1),
        write(Dtype::F32, &[6, 4]),
    ]);
    samples
}

fn segments() -> Vec<Vec<Argument>> {
    let call = |permutation: &[f64], from: &[f64], to: &[f64], size: i64| {
        let offsets = |numbers: &[f64]| read(Dtype::I32, &[numbers.len() as i64], numbers);
        vec![
            offsets(permutation),
            offsets(from),
            offsets(to),
            Argument::Int(size),
            write(Dtype::I32, &[size]),
        ]
    };
    vec![
        call(
            &[2.0, 0.0, 1.0],
            &[0.0, 2.0, 3.0, 7.0],
            &[0.0, 4.0, 6.0, 7.0],
            7,
        ),
        call(&[1.0, 0.0], &[5.0, 9.0, 11.0], &[2.0, 2.0, 5.0], 8),
    ]
}

fn assignments() -> Vec<Vec<Argument>> {
    let call = |dtype,
                var: &[i64],
                value: &[i64],
                [begin, end, strides]: [&[i64]; 3],
                axes: Option<&[i64]>| {
        vec![
            patterns(dtype, var, 1),
            patterns(dtype, value, 2),
            Argument::Ints(begin.to_vec()),
            Argument::Ints(end.to_vec()),
            Argument::Ints(strides.to_vec()),
            axes.map_or(Argument::Null, |axes| Argument::Ints(axes.to_vec())),
        ]
    };
    vec![
        call(
            Dtype::F32,
            &[5, 6],
            &[2, 3],
            [&[1, -4], &[5, 5], &[2, 1]],
            None,
        ),
        call(
            Dtype::I8,
            &[4, 5, 6],
            &[4, 2, 6],
            [&[0], &[100], &[3]],
            Some(&[-2]),
        ),
        call(Dtype::F64, &[7], &[0], [&[5], &[2], &[1]], Some(&[0])),
        call(
            Dtype::F16,
            &[3, 4],
            &[1, 4],
            [&[2, 0], &[3, 4], &[1, 1]],
            Some(&[0, 1]),
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    const SELF: (&str, &str) = ("self", REPEATED);
    const OUT: (&str, &str) = ("out", "as self");
    const FLOATS: &str = "f32 f16 bf16 | 910 310: none";
    const INT32: &str = "i32 | 910 310: none";
    let repeated = |name, samples, accepts, holds: Holds| {
        Row::new(name, samples)
            .accepts(accepts)
            .whole(repeats::repeat_interleave)
            .holds(holds)
    };
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
        Row::new("aclnnRepeatInterleaveGrad", gradients)
            .accepts(&[
                ("yGrad", FLOATS),
                ("repeats", "i32 i64 | 910 310: none"),
                ("out", "as yGrad"),
            ])
            .whole(repeats::repeat_interleave_grad)
            .ulp(0.5001, 1.0),
        Row::new("aclnnExpandIntoJaggedPermute", segments)
            .accepts(&[
                ("permute", INT32),
                ("inputOffset", INT32),
                ("outputOffset", INT32),
                ("outputPermuteOut", INT32),
            ])
            .computes(whole_numbers)
            .whole(repeats::expand_permutation),
        Row::new("aclnnStridedSliceAssignV2", assignments)
            .accepts(&[
                ("varRef", "f16 f32 bf16 i32 i64 f64 i8 | 910 310: none"),
                ("inputValue", "as varRef"),
            ])
            .whole(repeats::strided_slice_assign),
    ]
}
