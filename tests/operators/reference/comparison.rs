//! Comparisons, logic and bits of exact numbers.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;

use super::arithmetic::converted;
use super::promotion::promote;
use crate::argument::Argument;
use crate::number::Number;

/// Both numbers in the type in which the first two tensors meet.
fn pair(x: &[Number], arguments: &[Argument]) -> [Number; 2] {
    let types: Vec<Dtype> = arguments
        .iter()
        .filter(|a| !a.tensors().is_empty())
        .filter_map(Argument::dtype)
        .collect();
    let compute = promote(types[0], types[1]).expect("types that meet");
    [&x[0], &x[1]].map(|x| converted(x, compute))
}

/// The order of two numbers; none beside a NaN.
fn order(x: &[Number], arguments: &[Argument]) -> Option<Ordering> {
    let [a, b] = pair(x, arguments);
    match (&a, &b) {
        (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
        _ => a.real().partial_cmp(&b.real()),
    }
}

fn equal(x: &[Number], arguments: &[Argument]) -> bool {
    let [a, b] = pair(x, arguments);
    match (&a, &b) {
        (Number::Int(a), Number::Int(b)) => a == b,
        _ => a.real() == b.real() && a.imaginary() == b.imaginary(),
    }
}

macro_rules! comparisons {
    ($($name:ident = |$x:ident, $arguments:ident| $result:expr;)*) => {$(
        pub fn $name($x: &[Number], $arguments: &[Argument], _: Dtype) -> Number {
            ($result).into()
        }
    )*};
}

/// Whether a number is not 0.
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

fn bits(x: &[Number], arguments: &[Argument], function: fn(i128, i128) -> i128) -> Number {
    let [a, b] = pair(x, arguments);
    Number::Int(function(a.as_int(), b.as_int()))
}

pub fn bitwise_and(x: &[Number], arguments: &[Argument], _: Dtype) -> Number {
    bits(x, arguments, |a, b| a & b)
}

pub fn bitwise_or(x: &[Number], arguments: &[Argument], _: Dtype) -> Number {
    bits(x, arguments, |a, b| a | b)
}

pub fn bitwise_xor(x: &[Number], arguments: &[Argument], _: Dtype) -> Number {
    bits(x, arguments, |a, b| a ^ b)
}
