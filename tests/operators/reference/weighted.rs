//! Limits, and sums of products and quotients of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use super::arithmetic::converted;
use crate::argument::Argument;
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

pub fn clamp(x: &[Number], _: &[Argument], compute: Dtype) -> Number {
    limited(&x[0], Some(&x[1]), Some(&x[2]), compute)
}

pub fn clamp_min(x: &[Number], _: &[Argument], compute: Dtype) -> Number {
    limited(&x[0], Some(&x[1]), None, compute)
}

pub fn clamp_max(x: &[Number], _: &[Argument], compute: Dtype) -> Number {
    limited(&x[0], None, Some(&x[1]), compute)
}

/// `start + weight * (end - start)`; where something is infinite, PyTorch's formula, which starts from the nearer end.
pub fn lerp(x: &[Number], _: &[Argument], compute: Dtype) -> Number {
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
