//! Samples and checks of several operators: elements along a dimension in order.

use crate::argument::Argument;
use crate::call::call;
use crate::table::entry;
use crate::table::samples::{NUMBERS, patterns, read, write};
use hostnpu::tensor::Dtype;

pub const INDEXED: &str = "f32 f16 i8 i16 i32 i64 u8 | 910B 950: + bf16 | 950: + u16 u32 u64";

/// Both zeros, NaN of both signs, infinities, and equal numbers.
pub const SPECIAL: [f64; 11] = [
    0.0,
    -0.0,
    f64::NAN,
    1.5,
    f64::INFINITY,
    -2.0,
    1.5,
    -f64::NAN,
    f64::NEG_INFINITY,
    -0.0,
    0.0,
];

/// Tensors and a dimension of each: short rows and long ones, of one piece and of several, equal elements and others.
pub fn tensors() -> Vec<(Argument, i64)> {
    let mut tensors = vec![
        (read(Dtype::F32, &[3, 4], &NUMBERS), -1),
        (read(Dtype::F32, &[2, 11], &SPECIAL), -1),
        (read(Dtype::F32, &[33, 2], &SPECIAL), 0),
        (patterns(Dtype::F32, &[2, 1700], 1), 1),
        (read(Dtype::F32, &[9001], &NUMBERS), 0),
        (patterns(Dtype::I64, &[1100, 2], 3), 0),
        (read(Dtype::F32, &[], &[2.5]), -1),
        (read(Dtype::F16, &[4, 7, 3], &SPECIAL), 1),
    ];
    for dtype in [
        Dtype::U8,
        Dtype::I8,
        Dtype::I16,
        Dtype::I32,
        Dtype::U16,
        Dtype::U32,
        Dtype::U64,
        Dtype::Bf16,
    ] {
        tensors.push((patterns(dtype, &[41, 6], 3), 0));
    }
    tensors
}

pub fn of(argument: &Argument) -> (Dtype, Vec<i64>) {
    let tensor = &argument.tensors()[0];
    (tensor.dtype, tensor.shape.clone())
}

pub fn sorts() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, (self_, dim)) in tensors().into_iter().enumerate() {
        let (dtype, shape) = of(&self_);
        for descending in [false, true] {
            samples.push(vec![
                self_.clone(),
                Argument::Bool(number % 2 == 0),
                Argument::Int(dim),
                Argument::Bool(descending),
                write(dtype, &shape),
                write(Dtype::I64, &shape),
            ]);
        }
    }
    let mut truth = samples[0].clone();
    truth[0].set_dtype(Dtype::Bool);
    truth[4].set_dtype(Dtype::Bool);
    samples.push(truth);
    // Moved, then converted.
    let mut converted = samples[0].clone();
    converted[0].set_dtype(Dtype::I32);
    converted[4].set_dtype(Dtype::F16);
    samples.push(converted);
    samples
}

pub fn extent(shape: &[i64], dim: i64) -> i64 {
    match shape {
        [] => 1,
        shape => shape[dim.rem_euclid(shape.len() as i64) as usize],
    }
}

/// With a dimension of this extent, or without it.
pub fn with_extent(shape: &[i64], dim: i64, extent: Option<i64>) -> Vec<i64> {
    let mut shape = shape.to_vec();
    if shape.is_empty() {
        return shape;
    }
    let axis = dim.rem_euclid(shape.len() as i64) as usize;
    match extent {
        Some(extent) => shape[axis] = extent,
        None => drop(shape.remove(axis)),
    }
    shape
}

pub fn tops() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    let mut all = tensors();
    all.push((patterns(Dtype::F64, &[6, 300], 3), 1));
    // Each element is among the first as it comes, and then none is.
    let rising: Vec<f64> = (0..3003).map(f64::from).collect();
    all.push((read(Dtype::F32, &[3003], &rising), 0));
    for (number, (self_, dim)) in all.into_iter().enumerate() {
        let (dtype, shape) = of(&self_);
        let extent = extent(&shape, dim);
        for (k, largest, sorted) in [
            (extent.min(3), number % 2 == 0, true),
            ((extent / 20).max(1), true, true),
            ((extent / 40).max(1), false, false),
            (extent, true, number % 3 == 0),
        ] {
            let out = with_extent(&shape, dim, Some(k));
            samples.push(vec![
                self_.clone(),
                Argument::Int(k),
                Argument::Int(dim),
                Argument::Bool(largest),
                Argument::Bool(sorted),
                write(dtype, &out),
                write(Dtype::I64, &out),
            ]);
        }
    }
    samples
}

pub fn kths() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (number, (self_, dim)) in tensors().into_iter().enumerate() {
        let (dtype, shape) = of(&self_);
        let extent = extent(&shape, dim);
        let keep = number % 2 == 1;
        let out = with_extent(&shape, dim, keep.then_some(1));
        for k in [1, (extent + 2) / 3, extent] {
            samples.push(vec![
                self_.clone(),
                Argument::Int(k),
                Argument::Int(dim),
                Argument::Bool(keep),
                write(dtype, &out),
                write(Dtype::I64, &out),
            ]);
        }
    }
    samples
}

pub const VALUES: (&str, &str) = ("valuesOut", "as self");
pub const INDICES: (&str, &str) = ("indicesOut", "i64");

/// The code of a call that is refused.
pub fn code(name: &str, sample: &[Argument]) -> i32 {
    call(entry(name), sample).expect_err("refused").code
}

#[test]
fn numbers_of_elements_are_within_the_dimension() {
    let (mut top, mut kth) = (tops().remove(0), kths().remove(0));
    for (k, is_right) in [(-1, false), (0, true), (4, true), (5, false)] {
        top[1] = Argument::Int(k);
        top[5] = write(Dtype::F32, &[3, k.max(0)]);
        top[6] = write(Dtype::I64, &[3, k.max(0)]);
        assert_eq!(call(entry("aclnnTopk"), &top).is_ok(), is_right, "{k}");
    }
    for k in [0, 5] {
        kth[1] = Argument::Int(k);
        assert_eq!(code("aclnnKthvalue", &kth), 161_002);
    }
}
