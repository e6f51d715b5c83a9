//! Functions of the elements of a list of tensors.

use hostnpu::tensor::Dtype;

use super::arithmetic::{maximum, minimum};
use crate::arguments::Arguments;
use crate::number::{Number, is_float};

/// The sum in DOUBLE, one element after the other; of integers the exact one.
pub fn sum(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    if !is_float(compute) {
        return Number::Int(x.iter().map(Number::as_int).sum());
    }
    let numbers: Vec<f64> = x.iter().map(|x| x.real().to_f64()).collect();
    numbers[1..]
        .iter()
        .fold(numbers[0], |sum, x| sum + x)
        .into()
}

fn fold(x: &[Number], of_two: impl Fn(&[Number]) -> Number) -> Number {
    let others = x[1..].iter().cloned();
    others.fold(x[0].clone(), |chosen, x| of_two(&[chosen, x]))
}

pub fn largest(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    fold(x, |pair| maximum(pair, arguments, compute))
}

pub fn smallest(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    fold(x, |pair| minimum(pair, arguments, compute))
}
