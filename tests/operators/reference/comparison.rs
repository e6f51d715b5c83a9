//! Comparisons, logic and bits of exact numbers.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;

use super::arithmetic::converted;
use super::promotion::promote;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode};
use crate::table::computes::with_scalar;

/// Both numbers in the type in which the first two tensors meet, or a tensor and a scalar.
fn pair(x: &[Number], arguments: &Arguments) -> [Number; 2] {
    let scalar = arguments.iter().find_map(|argument| match argument {
        Argument::Scalar(dtype, number) => Some(converted(number, *dtype)),
        _ => None,
    });
    let compute = match scalar {
        Some(_) => with_scalar(arguments),
        None => {
            let types: Vec<Dtype> = arguments
                .iter()
                .filter(|a| !a.tensors().is_empty())
                .filter_map(Argument::dtype)
                .collect();
            promote(types[0], types[1])
        }
    };
    let other = x.get(1).or(scalar.as_ref()).expect("a second number");
    [&x[0], other].map(|x| converted(x, compute.expect("types that meet")))
}

/// The order of two numbers; none beside a NaN.
fn order(x: &[Number], arguments: &Arguments) -> Option<Ordering> {
    let [a, b] = pair(x, arguments);
    match (&a, &b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        _ => a.real().partial_cmp(&b.real()),
    }
}

fn equal(x: &[Number], arguments: &Arguments) -> bool {
    let [a, b] = pair(x, arguments);
    match (&a, &b) {
        (Number::Int(a), Number::Int(b)) => a == b,
        _ => a.real() == b.real() && a.imaginary() == b.imaginary(),
    }
}

macro_rules! comparisons {
    ($($name:ident = |$x:ident, $arguments:ident| $result:expr;)*) => {$(
        pub fn $name($x: &[Number], $arguments: &Arguments, _: Dtype) -> Number {
            ($result).into()
        }
    )*};
}

/// True if a number is not 0.
fn truth(x: &Number) -> bool {
    let (real, imaginary) = (x.real(), x.imaginary());
    !real.is_zero() || !imaginary.is_zero()
}

comparisons! {
    eq = |x, arguments| equal(x, arguments);
    ne = |x, arguments| !equal(x, arguments);
    gt = |x, arguments| order(x, arguments) == Some(Ordering::Greater);
    ge = |x, arguments| order(x, arguments).is_some_and(Ordering::is_ge);
    lt = |x, arguments| order(x, arguments) == Some(Ordering::Less);
    le = |x, arguments| order(x, arguments).is_some_and(Ordering::is_le);
    logical_and = |x, _arguments| truth(&x[0]) && truth(&x[1]);
    logical_or = |x, _arguments| truth(&x[0]) || truth(&x[1]);
    logical_xor = |x, _arguments| truth(&x[0]) != truth(&x[1]);
}

/// The elements of a tensor.
fn numbers(tensor: &Tensor) -> Vec<Number> {
    let bytes = tensor.elements();
    bytes
        .chunks(tensor.size())
        .map(|bytes| decode(bytes, tensor.dtype))
        .collect()
}

/// True if two tensors have one shape and equal elements.
pub fn same(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [a, b] = [
        &arguments["self"].tensors()[0],
        &arguments["other"].tensors()[0],
    ];
    let pairs = || numbers(a).into_iter().zip(numbers(b));
    let same = a.shape == b.shape && pairs().all(|(a, b)| equal(&[a, b], arguments));
    vec![vec![same.into()]]
}

/// True if the second argument, a tensor, has the first one, a scalar; inverted if the fourth says so.
pub fn has(arguments: &Arguments) -> Vec<Vec<Number>> {
    let (Argument::Scalar(dtype, number), Argument::Bool(invert)) =
        (&arguments["element"], &arguments["invert"])
    else {
        panic!("a scalar and a truth value");
    };
    let tensor = &arguments["testElements"].tensors()[0];
    let compute = match tensor.numel() < 10 {
        true => with_scalar(&Arguments::of(
            "aclnnAdds",
            &[
                arguments["testElements"].clone(),
                arguments["element"].clone(),
            ],
        )),
        false => promote(tensor.dtype, *dtype),
    };
    let compute = compute.expect("types that meet");
    let wanted = converted(&converted(number, *dtype), compute);
    let found = numbers(tensor)
        .iter()
        .any(|x| match (&converted(x, compute), &wanted) {
            (Number::Int(a), Number::Int(b)) => a == b,
            (a, b) => a.real() == b.real(),
        });
    vec![vec![(found != *invert).into()]]
}

/// True if an element is the scalar, the second argument; inverted if the fourth says so.
pub fn is_one(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let invert = matches!(arguments["invert"], Argument::Bool(true));
    (equal(x, arguments) != invert).into()
}

fn bits(x: &[Number], arguments: &Arguments, function: fn(i128, i128) -> i128) -> Number {
    let [a, b] = pair(x, arguments);
    Number::Int(function(a.as_int(), b.as_int()))
}

pub fn bitwise_and(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    bits(x, arguments, |a, b| a & b)
}

pub fn bitwise_or(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    bits(x, arguments, |a, b| a | b)
}

pub fn bitwise_xor(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    bits(x, arguments, |a, b| a ^ b)
}
