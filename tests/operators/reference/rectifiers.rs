//! Activation functions of exact numbers. Scalars count as FLOAT.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use super::arithmetic::converted;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// A scalar of a call, by its number among them, in a type.
pub(super) fn scalar(arguments: &Arguments, number: usize, dtype: Dtype) -> Number {
    let scalars = arguments.iter().filter_map(|argument| match argument {
        Argument::Scalar(dtype, number) => Some(converted(number, *dtype)),
        _ => None,
    });
    converted(&scalars.into_iter().nth(number).expect("a scalar"), dtype)
}

pub(super) fn float(arguments: &Arguments, number: usize) -> Float {
    scalar(arguments, number, Dtype::F32).real()
}

/// A function of real numbers of a type that leaves NaN as it is.
fn real(x: &[Number], compute: Dtype, function: impl FnOnce(Float) -> Float) -> Number {
    let x = converted(&x[0], compute).real();
    Number::Real(if x.is_nan() { x } else { function(x) })
}

pub(super) fn number(value: f64) -> Float {
    Float::with_val(PRECISION, value)
}

pub fn relu(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    match &x[0] {
        Number::Int(x) => Number::Int((*x).max(0)),
        _ => real(x, compute, |x| if x > 0 { x } else { number(0.0) }),
    }
}

pub fn leaky_relu(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let slope = float(arguments, 0);
    real(x, compute, |x| if x > 0 { x } else { x * slope })
}

/// `scale x`, or `scale alpha (e^(input_scale x) - 1)` where x is not above 0.
fn exponential_unit(x: Float, alpha: Float, scale: Float, input_scale: Float) -> Float {
    if x > 0 {
        return scale * x;
    }
    if !alpha.is_finite() || !input_scale.is_finite() {
        return -alpha * scale;
    }
    scale * alpha * (input_scale * x).exp_m1()
}

pub fn elu(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [alpha, scale, input_scale] = [0, 1, 2].map(|k| float(arguments, k));
    real(x, compute, |x| {
        exponential_unit(x, alpha, scale, input_scale)
    })
}

pub fn celu(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let alpha = float(arguments, 0);
    real(x, compute, |x| match x > 0 {
        true => x,
        false => (x / &alpha).exp_m1() * alpha,
    })
}

pub fn selu(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let (alpha, scale) = (number(1.6732632423543772), number(1.0507009873554805));
    real(x, compute, |x| {
        exponential_unit(x, alpha, scale, number(1.0))
    })
}

/// `min(max(x + 3, 0), 6) / 6`.
fn line(x: &Float) -> Float {
    let sum = Float::with_val(2 * PRECISION, x + 3);
    if sum <= 0 {
        return number(0.0);
    }
    Float::with_val(2 * PRECISION, if sum > 6 { number(6.0) } else { sum }) / 6
}

pub fn hard_sigmoid(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    real(x, compute, |x| line(&x))
}

/// 0 up to -3, of minus infinity too.
pub fn hard_swish(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    real(
        x,
        compute,
        |x| if x <= -3 { number(0.0) } else { line(&x) * x },
    )
}

/// NaN of minus infinity, as the formula gives.
pub fn mish(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    real(x, compute, |x| {
        if x.is_infinite() && x.is_sign_negative() {
            return Float::with_val(PRECISION, Special::Nan);
        }
        let power = Float::with_val(PRECISION, x.exp_ref());
        power.ln_1p().tanh() * x
    })
}

pub fn threshold(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [threshold, value] = [0, 1].map(|k| scalar(arguments, k, compute));
    match (&x[0], &threshold) {
        (Number::Int(x), Number::Int(threshold)) if x <= threshold => value,
        (Number::Real(x), Number::Real(threshold)) if x <= threshold => value,
        (x, _) => x.clone(),
    }
}
