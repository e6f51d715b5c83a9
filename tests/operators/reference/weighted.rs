//! Limits, and sums of products and quotients of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use super::arithmetic::converted;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::Number;

/// Bits with which sums of products of FLOAT are exact.
const WIDE: u32 = 1200;

fn limited(x: &Number, low: Option<&Number>, high: Option<&Number>, compute: Dtype) -> Number {
    let in_type = |x: &Number| converted(x, compute);
    let x = in_type(x);
    let limits = [low.map(in_type), high.map(in_type)];
    if let Number::Int(x) = x {
        let [low, high] = limits.map(|limit| limit.map(|limit| limit.as_int()));
        return Number::Int(x.max(low.unwrap_or(x)).min(high.unwrap_or(i128::MAX)));
    }
    let x = x.real();
    let [low, high] = limits.map(|limit| limit.map(|limit| limit.real()));
    let is_nan = |limit: &Option<Float>| limit.as_ref().is_some_and(Float::is_nan);
    if x.is_nan() || is_nan(&low) || is_nan(&high) {
        return Number::Real(Float::with_val(WIDE, Special::Nan));
    }
    let above = match low {
        Some(low) if x < low => low,
        _ => x,
    };
    Number::Real(match high {
        Some(high) if above > high => high,
        _ => above,
    })
}

pub fn clamp(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    limited(&x[0], Some(&x[1]), Some(&x[2]), compute)
}

pub fn clamp_min(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    limited(&x[0], Some(&x[1]), None, compute)
}

pub fn clamp_max(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    limited(&x[0], None, Some(&x[1]), compute)
}

/// `start + weight * (end - start)`; where something is infinite, PyTorch's formula, which starts from the nearer end.
pub fn lerp(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [start, end, weight] = [&x[0], &x[1], &x[2]].map(|x| converted(x, compute).real());
    let wide = |x: &Float| Float::with_val(WIDE, x);
    let distance = wide(&end) - wide(&start);
    if distance.is_finite() && weight.is_finite() {
        return Number::Real(wide(&weight) * distance + wide(&start));
    }
    Number::Real(match Float::with_val(WIDE, weight.abs_ref()) < 0.5 {
        true => start + weight * distance,
        false => end - distance * (1 - weight),
    })
}

/// The argument `value` as elements of the computation type, FLOAT for shorter ones.
fn value(arguments: &Arguments, compute: Dtype) -> Number {
    let wide = match compute {
        Dtype::F16 | Dtype::Bf16 => Dtype::F32,
        other => other,
    };
    let found = arguments.iter().find_map(|argument| match argument {
        Argument::Scalar(dtype, number) => Some(converted(&converted(number, *dtype), wide)),
        _ => None,
    });
    found.expect("a value")
}

/// `a + value * b * c`, or `a + value * b / c`.
fn weighted(x: &[Number], arguments: &Arguments, compute: Dtype, divides: bool) -> Number {
    let value = value(arguments, compute);
    let [a, b, c] = [&x[0], &x[1], &x[2]].map(|x| converted(x, compute));
    if let (Number::Int(a), Number::Int(b), Number::Int(c)) = (&a, &b, &c) {
        let term = match (divides, *c) {
            (true, 0) => value.as_int().wrapping_neg(),
            (true, c) => value.as_int().wrapping_mul(b / c),
            (false, c) => value.as_int().wrapping_mul(*b).wrapping_mul(c),
        };
        return Number::Int(a.wrapping_add(term));
    }
    let numbers = [&value, &a, &b, &c].map(|x| x.real().to_f64());
    let [factor, start, first, second] = numbers;
    let product = factor * first;
    let term = if divides {
        product / second
    } else {
        product * second
    };
    // The plain formula where numbers in between leave the range of DOUBLE.
    let leaves = |x: f64| !x.is_finite() || x.abs() < 1e-280;
    if compute == Dtype::F64 && (leaves(product) || leaves(term)) || !term.is_finite() {
        return (start + term).into();
    }
    let [factor, start, first, second] = numbers.map(|x| Float::with_val(WIDE, x));
    let product = factor * first;
    Number::Real(
        start
            + if divides {
                product / second
            } else {
                product * second
            },
    )
}

pub fn add_mul(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    weighted(x, arguments, compute, false)
}

pub fn add_div(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    weighted(x, arguments, compute, true)
}

/// `x * scale + bias`, the bias perhaps missing.
pub fn scale(x: &[Number], _: &Arguments, _: Dtype) -> Number {
    let [a, b] = [&x[0], &x[1]].map(|x| Float::with_val(WIDE, x.real()));
    let product = a * b;
    Number::Real(match x.get(2) {
        Some(bias) => product + bias.real(),
        None => product,
    })
}

/// `self + alpha * other`, `self` a scalar.
pub fn add_v3(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let first = match &arguments[["self", "selfRef"]] {
        Argument::Scalar(dtype, number) => converted(number, *dtype),
        other => panic!("{other:?} is no scalar"),
    };
    super::arithmetic::add(&[first, x[0].clone()], arguments, compute)
}

/// `other - alpha * self`.
pub fn rsub(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    super::arithmetic::sub(&[x[1].clone(), x[0].clone()], arguments, compute)
}
