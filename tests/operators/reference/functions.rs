//! Functions of exact numbers, in MPFR.

use rug::Float;
use rug::float::Special;

use crate::number::{Number, PRECISION};

/// A function of a real number.
fn real(x: &Number, function: impl Fn(Float) -> Float) -> Number {
    Number::Real(function(x.real()))
}

pub fn sin(x: &Number) -> Number {
    real(x, Float::sin)
}

/// ln|Γ|: infinite at the poles and at both infinities.
pub fn lgamma(x: &Number) -> Number {
    real(x, |x| {
        let at_pole = x.is_integer() && x <= 0;
        if x.is_infinite() || at_pole {
            return Float::with_val(PRECISION, Special::Infinity);
        }
        x.ln_abs_gamma().0
    })
}
