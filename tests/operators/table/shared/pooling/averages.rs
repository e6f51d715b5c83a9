//! Samples and checks of several operators: averages of windows at equal distances, and their gradients.

use crate::argument::Argument;
use crate::table::samples::{read, write};
use crate::table::shared::pooling::{NUMBERS, ints};
use hostnpu::tensor::Dtype;

/// Type and shape of what is read, size, stride, padding, ceil, whether padding counts, the divisor instead, and the shape of results.
pub type Call<'a> = (Dtype, &'a [i64], [&'a [i64]; 3], [bool; 2], i64, &'a [i64]);

pub const IMAGES: [Call; 6] = [
    (
        Dtype::F32,
        &[2, 3, 7, 6],
        [&[3], &[2], &[1]],
        [false, true],
        0,
        &[2, 3, 4, 3],
    ),
    (
        Dtype::F16,
        &[3, 5, 8],
        [&[2, 3], &[], &[0, 1]],
        [true, true],
        0,
        &[3, 3, 3],
    ),
    (
        Dtype::Bf16,
        &[2, 1, 6, 19],
        [&[2, 4], &[2, 5], &[1, 2]],
        [true, false],
        0,
        &[2, 1, 4, 5],
    ),
    (
        Dtype::F32,
        &[0, 2, 4, 4],
        [&[2], &[2], &[0]],
        [false, true],
        0,
        &[0, 2, 2, 2],
    ),
    (
        Dtype::F32,
        &[1, 1, 6, 6],
        [&[2], &[1], &[1]],
        [false, true],
        -3,
        &[1, 1, 7, 7],
    ),
    (
        Dtype::F32,
        &[17, 30, 34],
        [&[3], &[3, 2], &[1]],
        [false, false],
        0,
        &[17, 10, 17],
    ),
];

pub const VOLUMES: [Call; 4] = [
    (
        Dtype::F32,
        &[1, 2, 4, 5, 6],
        [&[2, 3, 2], &[2, 1, 2], &[0, 1, 1]],
        [false, true],
        0,
        &[1, 2, 2, 5, 4],
    ),
    (
        Dtype::F16,
        &[2, 5, 3, 7],
        [&[3, 2, 2], &[], &[1, 1, 0]],
        [true, false],
        0,
        &[2, 2, 2, 4],
    ),
    (
        Dtype::Bf16,
        &[1, 1, 3, 3, 20],
        [&[2], &[1], &[1]],
        [true, true],
        7,
        &[1, 1, 4, 4, 21],
    ),
    (
        Dtype::F32,
        &[0, 1, 4, 4, 4],
        [&[2], &[2], &[0]],
        [false, true],
        0,
        &[0, 1, 2, 2, 2],
    ),
];

/// The arguments between the tensors, with `cubeMathType` where there is one.
pub fn arguments(
    (_, _, [size, stride, padding], [ceil, pads], divisor, _): &Call,
    math: &[Argument],
) -> Vec<Argument> {
    let mut arguments = vec![
        ints(size),
        ints(stride),
        ints(padding),
        Argument::Bool(*ceil),
        Argument::Bool(*pads),
        Argument::Int(*divisor),
    ];
    arguments.extend_from_slice(math);
    arguments
}

pub fn forward(calls: &[Call], math: &[Argument]) -> Vec<Vec<Argument>> {
    let sample = |call: &Call| {
        let (dtype, input, .., out) = *call;
        let mut sample = vec![read(dtype, input, &NUMBERS)];
        sample.extend(arguments(call, math));
        sample.push(write(dtype, out));
        sample
    };
    calls.iter().map(sample).collect()
}

pub fn backward(calls: &[Call], math: &[Argument]) -> Vec<Vec<Argument>> {
    let sample = |call: &Call| {
        let (dtype, input, .., out) = *call;
        let mut sample = vec![read(dtype, out, &NUMBERS), read(dtype, input, &NUMBERS)];
        sample.extend(arguments(call, math));
        sample.push(write(dtype, input));
        sample
    };
    calls.iter().map(sample).collect()
}

pub const FLOATS: &str = "f32 f16 | 910B 950: + bf16";
