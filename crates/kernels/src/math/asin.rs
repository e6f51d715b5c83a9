//! The inverse sine, in radians. NaN beyond `±1`; `asin(±0)` is `±0`.

use std::f64::consts::FRAC_PI_2;

use super::coefficients::ASIN;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::steps::{polynomial, with_sign_of};
use super::wide::arc;
use super::wide::pair::Pair;

unary_f32!("the inverse sine", asin_of, hard::ASIN);

#[inline(always)]
fn asin_of(x: f64) -> f64 {
    let (small, part) = parts(x.abs());
    let value = if small {
        part
    } else {
        (-2.0f64).mul_add(part, FRAC_PI_2)
    };
    with_sign_of(value, x)
}

/// Whether `magnitude` is at most a half; then its inverse sine, or else half its inverse cosine. NaN above 1.
#[inline(always)]
pub(super) fn parts(magnitude: f64) -> (bool, f64) {
    let small = magnitude <= 0.5;
    let halved = (1.0 - magnitude) * 0.5;
    let square = if small { magnitude * magnitude } else { halved };
    let root = if small { magnitude } else { halved.sqrt() };
    (small, root * polynomial(&ASIN, square))
}

unary_f64!("the inverse sine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let value = arc::angle(Pair::new(magnitude), beside(magnitude)).value();
    let value = if magnitude < 1e-100 { magnitude } else { value };
    with_sign_of(if magnitude <= 1.0 { value } else { f64::NAN }, x)
}

/// `√(1 - magnitude²)`: the abscissa of the point of the unit circle with this ordinate.
#[inline(always)]
pub(super) fn beside(magnitude: f64) -> Pair {
    Pair::sum(1.0, -magnitude)
        .times(Pair::sum(1.0, magnitude))
        .sqrt()
}
