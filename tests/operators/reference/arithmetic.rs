//! Arithmetic of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, decode, encode, is_float, part};

/// A number as an element of a type: what an input is before anything is computed.
pub fn converted(x: &Number, dtype: Dtype) -> Number {
    decode(&encode(x, dtype), dtype)
}

fn scalars(arguments: &Arguments) -> Vec<Number> {
    let number = |argument: &Argument| match argument {
        Argument::Scalar(dtype, number) => Some(converted(number, *dtype)),
        _ => None,
    };
    arguments.iter().filter_map(number).collect()
}

/// `self + alpha * other`; both of them scalars, or `other` the second tensor.
pub fn add(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let scalars = scalars(arguments);
    let other = x.get(1).or(scalars.first()).expect("a second term");
    let alpha = scalars.last().expect("alpha");
    let [a, b] = [&x[0], other].map(|x| converted(x, compute));
    if compute == Dtype::Bool {
        let or = a.as_int() != 0 || b.as_int() != 0 && !alpha.real().is_zero();
        return or.into();
    }
    if let (Number::Int(a), Number::Int(b)) = (&a, &b) {
        let alpha = converted(alpha, compute).as_int();
        return Number::Int(a.wrapping_add(alpha.wrapping_mul(*b)));
    }
    let sum = |a: &Float, b: &Float| Float::with_val(PRECISION, a + b);
    let product = |a: &Float, b: &Float| Float::with_val(PRECISION, a * b);
    if part(compute).is_none() {
        return Number::Real(sum(&a.real(), &product(&alpha.real(), &b.real())));
    }
    let alpha = converted(alpha, compute);
    let (re, im) = (alpha.real(), alpha.imaginary());
    if re == 1 && im.is_zero() {
        return Number::Complex(
            sum(&a.real(), &b.real()),
            sum(&a.imaginary(), &b.imaginary()),
        );
    }
    let real = product(&re, &b.real()) - product(&im, &b.imaginary());
    let imaginary = product(&re, &b.imaginary()) + product(&im, &b.real());
    Number::Complex(sum(&a.real(), &real), sum(&a.imaginary(), &imaginary))
}

/// `self - alpha * other`.
pub fn sub(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let last = arguments
        .iter()
        .rposition(|argument| matches!(argument, Argument::Scalar(..)));
    let mut negated = arguments.to_vec();
    if let Argument::Scalar(dtype, alpha) = &mut negated[last.expect("alpha")] {
        if compute == Dtype::Bool {
            let other = x
                .get(1)
                .cloned()
                .unwrap_or_else(|| scalars(arguments).remove(0));
            let [a, b] = [&x[0], &other].map(|x| converted(x, compute).as_int());
            return Number::Int(a ^ (b & i128::from(!alpha.real().is_zero())));
        }
        *alpha = super::piecewise::neg(&converted(alpha, *dtype));
        if !is_float(*dtype) && part(*dtype).is_none() {
            // Wide enough for the negative of any integer.
            *dtype = Dtype::I64;
        }
    }
    add(x, &arguments.with(negated), compute)
}

pub fn mul(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [a, b] = [&x[0], &x[1]].map(|x| converted(x, compute));
    match (&a, &b) {
        (Number::Int(a), Number::Int(b)) => Number::Int(a.wrapping_mul(*b)),
        _ if part(compute).is_none() => {
            Number::Real(Float::with_val(PRECISION, a.real() * b.real()))
        }
        _ => {
            let real = a.real() * b.real() - a.imaginary() * b.imaginary();
            let imaginary = a.real() * b.imaginary() + a.imaginary() * b.real();
            Number::Complex(real, imaginary)
        }
    }
}

fn extreme(x: &[Number], compute: Dtype, smaller: bool) -> Number {
    let [a, b] = [&x[0], &x[1]].map(|x| converted(x, compute));
    if !is_float(compute) {
        let (a, b) = (a.as_int(), b.as_int());
        return Number::Int(if smaller { a.min(b) } else { a.max(b) });
    }
    let (a, b) = (a.real(), b.real());
    if a.is_nan() || b.is_nan() {
        return Number::Real(Float::with_val(PRECISION, Special::Nan));
    }
    // Of two zeros, -0 is the smaller one.
    let below = a < b || a == b && a.is_sign_negative();
    Number::Real(if below == smaller { a } else { b })
}

pub fn maximum(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    extreme(x, compute, false)
}

pub fn minimum(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    extreme(x, compute, true)
}

/// The value of a fill.
pub fn filled(arguments: &Arguments) -> Number {
    let value = scalars(arguments).remove(0);
    let to = arguments["selfRef"].dtype().expect("a tensor");
    match value {
        Number::Complex(..) if part(to).is_none() => 0.0.into(),
        value => value,
    }
}

/// An element converted to the type of the output.
pub fn cast(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    x[0].clone()
}

/// An element converted to the type of the first argument.
pub fn copied(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    x[0].clone()
}
