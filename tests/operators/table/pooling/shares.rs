//! Windows that share planes: averages, the largest elements, and their gradients.

use hostnpu::abi::acl::types::aclFormat;
use hostnpu::tensor::Dtype;

use super::{NUMBERS, PLACES, as_images, in_format, ints};
use crate::argument::Argument;
use crate::reference::pooling;
use crate::table::samples::{patterns, read, write};
use crate::table::{Row, SHAPE, STRIDED};

/// Shapes of what is read, with those of results: shares that overlap, more windows than elements, equal shares, whole planes, no images.
const IMAGES: [(&[i64], &[i64]); 5] = [
    (&[2, 3, 7, 5], &[2, 3, 3, 2]),
    (&[2, 2, 19], &[2, 3, 21]),
    (&[3, 6, 34], &[3, 3, 17]),
    (&[9, 16, 67], &[9, 1, 1]),
    (&[0, 2, 4, 4], &[0, 2, 3, 3]),
];

const VOLUMES: [(&[i64], &[i64]); 4] = [
    (&[1, 2, 4, 5, 3], &[1, 2, 1, 1, 1]),
    (&[1, 2, 4, 5, 6], &[1, 2, 3, 2, 4]),
    (&[2, 2, 6, 9], &[2, 1, 3, 3]),
    (&[1, 1, 2, 2, 17], &[1, 1, 3, 2, 5]),
];

const TYPES: [Dtype; 5] = [Dtype::F32, Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F32];

fn size(shape: &[i64], axes: usize) -> Argument {
    ints(&shape[shape.len() - axes..])
}

/// Numbers whose thirds and sevenths do not add up to halves of a unit in the last place.
const UNEVEN: [f64; 13] = [
    0.7123, -1.4571, 2.3319, 0.0917, -0.8263, 3.1733, -2.6171, 1.0891, -0.3847, 0.5519, -1.9337,
    2.8413, 0.2179,
];

/// The calls in the formats of their rank.
fn as_volumes(sample: Vec<Argument>) -> Vec<Argument> {
    match sample[0].tensors()[0].shape.len() {
        4 => in_format(sample, aclFormat::ACL_FORMAT_NCHW),
        _ => in_format(sample, aclFormat::ACL_FORMAT_NCDHW),
    }
}

fn averages(shapes: &[(&[i64], &[i64])], axes: usize) -> Vec<Vec<Argument>> {
    let samples = shapes.iter().zip(TYPES).map(|((input, out), dtype)| {
        vec![
            read(dtype, input, &UNEVEN),
            size(out, axes),
            write(dtype, out),
        ]
    });
    samples.collect()
}

fn gradients(shapes: &[(&[i64], &[i64])]) -> Vec<Vec<Argument>> {
    let samples = shapes.iter().zip(TYPES).map(|((input, out), dtype)| {
        vec![
            read(dtype, out, &UNEVEN),
            read(dtype, input, &NUMBERS),
            write(dtype, input),
        ]
    });
    samples.collect()
}

fn largest(shapes: &[(&[i64], &[i64])], axes: usize, to: Dtype) -> Vec<Vec<Argument>> {
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
fn taken(forward: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
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

fn averages_of_images() -> Vec<Vec<Argument>> {
    averages(&IMAGES, 2).into_iter().map(as_images).collect()
}

fn averages_of_volumes() -> Vec<Vec<Argument>> {
    averages(&VOLUMES, 3)
}

fn gradients_of_images() -> Vec<Vec<Argument>> {
    gradients(&IMAGES)
}

/// Also of DOUBLE, for averages of whole volumes.
fn gradients_of_volumes() -> Vec<Vec<Argument>> {
    let mut samples = gradients(&VOLUMES);
    let mut double = samples[0].clone();
    double
        .iter_mut()
        .for_each(|argument| argument.set_dtype(Dtype::F64));
    samples.push(double);
    samples
}

fn largest_of_images() -> Vec<Vec<Argument>> {
    let mut samples = largest(&IMAGES, 2, Dtype::I64);
    for at in [0, 2] {
        samples[3][at].set_dtype(Dtype::F64);
    }
    samples
}

fn largest_of_volumes() -> Vec<Vec<Argument>> {
    let mut samples = largest(&VOLUMES, 3, Dtype::I32);
    samples[1][3].set_dtype(Dtype::I64);
    // No number keeps the extents.
    samples[3][2] = write(Dtype::F32, &[1, 1, 2, 2, 17]);
    samples[3][3] = write(Dtype::I32, &[1, 1, 2, 2, 17]);
    samples[3][1] = ints(&[]);
    samples.into_iter().map(as_volumes).collect()
}

fn taken_of_images() -> Vec<Vec<Argument>> {
    let mut forward = largest(&IMAGES, 2, Dtype::I64);
    forward[1][3].set_dtype(Dtype::I32);
    taken(forward)
}

fn taken_of_volumes() -> Vec<Vec<Argument>> {
    taken(largest(&VOLUMES, 3, Dtype::I32))
}

pub fn rows() -> Vec<Row> {
    const FLOATS: &str = "f32 f16 | 910B 950: + bf16";
    const AFTER_910: &str = "none | 910B 950: f32 f16 bf16";
    const PLACES: &str = "i32 | 950: + i64";
    vec![
        Row::new("aclnnAdaptiveAvgPool2d", averages_of_images)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveAvgPool2dBackward", gradients_of_images)
            .accepts(&[
                ("gradOutput", FLOATS),
                ("self", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(pooling::averages_shared_backward_2d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveAvgPool3d", averages_of_volumes)
            .accepts(&[("self", FLOATS), ("out", "as self")])
            .whole(pooling::averages_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveAvgPool3dBackward", gradients_of_volumes)
            .accepts(&[
                ("gradOutput", "f32 f64 f16 | 910B 950: + bf16"),
                ("self", "as gradOutput"),
                ("out", "as gradOutput"),
            ])
            .whole(pooling::averages_shared_backward_3d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveMaxPool2d", largest_of_images)
            .accepts(&[
                ("self", "f32 f64 f16 | 910B 950: + bf16"),
                ("outputOut", "as self"),
                ("indicesOut", "i64"),
            ])
            .whole(pooling::largest_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveMaxPool2dBackward", taken_of_images)
            .accepts(&[
                ("self", AFTER_910),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", "i32 i64"),
            ])
            .whole(pooling::taken_shared_2d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveMaxPool3d", largest_of_volumes)
            .accepts(&[
                ("self", AFTER_910),
                ("outputOut", "as self"),
                ("indicesOut", PLACES),
            ])
            .whole(pooling::largest_shared)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnAdaptiveMaxPool3dBackward", taken_of_volumes)
            .accepts(&[
                ("self", AFTER_910),
                ("gradOutput", "as self"),
                ("gradInput", "as self"),
                ("indices", PLACES),
            ])
            .whole(pooling::taken_shared_3d)
            .ulp(0.500_01, 1.0)
            .holds(STRIDED | SHAPE),
    ]
}
