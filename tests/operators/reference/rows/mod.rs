//! Softmax, normalisations and their gradients by index, in exact numbers.

pub mod adaptive;
pub mod batches;
pub mod devices;
pub mod gradients;
pub mod norms;
pub mod softmax;

use hostnpu::tensor::Dtype;
use rug::Float;

use super::reductions::elements;
use crate::argument::{Argument, Tensor};
use crate::number::{Number, PRECISION, round};

/// The numbers of a tensor in row-major order.
pub fn floats(argument: &Argument) -> Vec<Float> {
    let tensor = tensor(argument);
    elements(tensor).iter().map(Number::real).collect()
}

/// The numbers of a tensor that may be absent: this one instead.
pub fn floats_or(argument: &Argument, count: usize, absent: f64) -> Vec<Float> {
    match argument.tensors() {
        [] => vec![float(absent); count],
        _ => floats(argument),
    }
}

pub fn tensor(argument: &Argument) -> &Tensor {
    argument.tensors().first().expect("a tensor")
}

pub fn float(value: f64) -> Float {
    Float::with_val(PRECISION, value)
}

/// The number that an argument is, as FLOAT.
pub fn number(argument: &Argument) -> Float {
    match argument {
        Argument::Float(value) => float(f64::from(*value as f32)),
        other => panic!("{other:?} is no number"),
    }
}

pub fn int(argument: &Argument) -> i64 {
    match argument {
        Argument::Int(value) => *value,
        other => panic!("{other:?} is no integer"),
    }
}

pub fn boolean(argument: &Argument) -> bool {
    match argument {
        Argument::Bool(value) => *value,
        other => panic!("{other:?} is no truth value"),
    }
}

pub fn sum(x: impl IntoIterator<Item = Float>) -> Float {
    x.into_iter().fold(float(0.0), |sum, x| sum + x)
}

/// The product.
pub fn times(a: &Float, b: &Float) -> Float {
    Float::with_val(PRECISION, a * b)
}

pub fn numbers(x: Vec<Float>) -> Vec<Number> {
    x.into_iter().map(Number::Real).collect()
}

/// Numbers that are rounded to a type before they are cast to the output's.
pub fn rounded_to(dtype: Dtype, x: Vec<Float>) -> Vec<Number> {
    let round = |x: Float| Number::Real(round(&x, dtype));
    x.into_iter().map(round).collect()
}

/// The outputs that are given, with what they are.
pub fn given(outputs: Vec<(&Argument, Vec<Float>)>) -> Vec<Vec<Number>> {
    let given = outputs
        .into_iter()
        .filter(|(output, _)| !output.tensors().is_empty());
    given.map(|(_, x)| numbers(x)).collect()
}

/// The rows of numbers of equal length.
pub fn rows(x: &[Float], length: usize) -> impl Iterator<Item = &[Float]> {
    x.chunks(length)
}

/// `1 / sqrt(x)`.
pub fn inverse_root(x: Float) -> Float {
    x.sqrt().recip()
}

/// `x / (1 + exp(-factor x))`.
pub fn swish(x: &Float, factor: &Float) -> Float {
    let e = Float::with_val(PRECISION, -times(x, factor)).exp();
    x.clone() / (e + 1)
}
