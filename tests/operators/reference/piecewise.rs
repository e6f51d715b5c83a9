//! Rounding, signs and classes of exact numbers.

use rug::Float;

use crate::number::{Number, PRECISION};

/// A function of real numbers that leaves integers as they are.
fn rounded(x: &Number, function: impl Fn(Float) -> Float) -> Number {
    match x {
        Number::Int(value) => Number::Int(*value),
        other => Number::Real(function(other.real())),
    }
}

pub fn floor(x: &Number) -> Number {
    rounded(x, Float::floor)
}

pub fn ceil(x: &Number) -> Number {
    rounded(x, Float::ceil)
}

pub fn trunc(x: &Number) -> Number {
    rounded(x, Float::trunc)
}

pub fn round(x: &Number) -> Number {
    rounded(x, Float::round_even)
}

pub fn neg(x: &Number) -> Number {
    match x {
        Number::Int(value) => Number::Int(-value),
        Number::Real(value) => Number::Real(-value.clone()),
        Number::Complex(re, im) => Number::Complex(-re.clone(), -im.clone()),
        Number::Unjudged => Number::Unjudged,
    }
}

pub fn abs(x: &Number) -> Number {
    match x {
        Number::Int(value) => Number::Int(value.abs()),
        Number::Real(value) => Number::Real(value.clone().abs()),
        Number::Complex(re, im) => Number::Real(re.clone().hypot(im)),
        Number::Unjudged => Number::Unjudged,
    }
}

pub fn square(x: &Number) -> Number {
    match x {
        Number::Int(value) => Number::Int(value.wrapping_mul(*value)),
        other => Number::Real(Float::with_val(PRECISION, other.real().square_ref())),
    }
}

pub fn logical_not(x: &Number) -> Number {
    x.real().is_zero().into()
}

pub fn is_finite(x: &Number) -> Number {
    x.real().is_finite().into()
}

pub fn is_pos_inf(x: &Number) -> Number {
    let x = x.real();
    (x.is_infinite() && x.is_sign_positive()).into()
}

pub fn is_neg_inf(x: &Number) -> Number {
    let x = x.real();
    (x.is_infinite() && x.is_sign_negative()).into()
}
