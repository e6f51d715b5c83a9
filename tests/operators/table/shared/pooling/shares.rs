//! Samples and checks of several operators: windows that share planes: averages, the largest elements, and their gradients.

use crate::argument::Argument;
use crate::table::samples::{patterns, read, write};
use crate::table::shared::pooling::{NUMBERS, PLACES, ints};
use hostnpu::tensor::Dtype;

/// Shapes of what is read, with those of results: shares that overlap, more windows than elements, equal shares, whole planes, no images.
pub const IMAGES: [(&[i64], &[i64]); 5] = [
    (&[2, 3, 7, 5], &[2, 3, 3, 2]),
    (&[2, 2, 19], &[2, 3, 21]),
    (&[3, 6, 34], &[3, 3, 17]),
    (&[9, 16, 67], &[9, 1, 1]),
    (&[0, 2, 4, 4], &[0, 2, 3, 3]),
];

pub const VOLUMES: [(&[i64], &[i64]); 4] = [
    (&[1, 2, 4, 5, 3], &[1, 2, 1, 1, 1]),
    (&[1, 2, 4, 5, 6], &[1, 2, 3, 2, 4]),
    (&[2, 2, 6, 9], &[2, 1, 3, 3]),
    (&[1, 1, 2, 2, 17], &[1, 1, 3, 2, 5]),
];
pub const TYPES: [Dtype; 5] = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F32];

pub fn size(shape: &[i64], axes: usize) -> Argument {
    ints(&shape[shape.len() - axes..])
}

/// Numbers whose thirds and sevenths do not add up to halves of a unit in the last place.
pub const UNEVEN: [f64; 13] = [
    0.7123, -1.4571, 2.3319, 0.0917, -0.8263, 3.1733, -2.6171, 1.0891, -0.3847, 0.5519, -1.9337,
    2.8413, 0.2179,
];

pub fn averages(shapes: &[(&[i64], &[i64])], axes: usize) -> Vec<Vec<Argument>> {
    let samples = shapes.iter().zip(TYPES).map(|((input, out), dtype)| {
        vec![
            read(dtype, input, &UNEVEN),
            size(out, axes),
            write(dtype, out),
        ]
    });
    samples.collect()
}

pub fn gradients(shapes: &[(&[i64], &[i64])]) -> Vec<Vec<Argument>> {
    let samples = shapes.iter().zip(TYPES).map(|((input, out), dtype)| {
        vec![
            read(dtype, out, &UNEVEN),
            read(dtype, input, &NUMBERS),
            write(dtype, input),
        ]
    });
    samples.collect()
}

pub fn largest(shapes: &[(&[i64], &[i64])], axes: usize, to: Dtype) -> Vec<Vec<Argument>> {
    let samples = shapes.iter().zip(TYPES).map(|((input, out), dtype)| {
        vec![
            patterns(dtype, input, 3),
            size(out, axes),
            write(dtype, out),
            write(to, out),
        ]
    });
    samples.collect()
}

/// The gradients of calls for the largest elements, for places that no window need have.
pub fn taken(forward: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let turn = |sample: Vec<Argument>| {
        let (input, out) = (&sample[0].tensors()[0], &sample[2].tensors()[0]);
        let to = sample[3].dtype().expect("a type");
        vec![
            read(out.dtype, &out.shape, &NUMBERS),
            read(input.dtype, &input.shape, &NUMBERS),
            read(to, &out.shape, &PLACES),
            write(input.dtype, &input.shape),
        ]
    };
    forward.into_iter().map(turn).collect()
}

pub const FLOATS: &str = "f32 f16 | 910B 950: + bf16";
pub const AFTER_910: &str = "none | 910B 950: f32 f16 bf16";
pub const OF_PLACES: &str = "i32 | 950: + i64";
