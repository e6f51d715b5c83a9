//! The inverse tangent, in radians. `atan(±∞)` is `±π/2`; `atan(±0)` is `±0`.

use std::f64::consts::FRAC_PI_2;
use std::hint::select_unpredictable;

use super::coefficients::ATAN;
use super::slices::{unary_f32, unary_f64};
use super::steps::{polynomial, reciprocal, with_sign_of};
use super::wide::arc;
use super::wide::pair::Pair;

unary_f32!("the inverse tangent", atan_of);

#[inline(always)]
fn atan_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let inverted = magnitude > 1.0;
    let inverse = if magnitude < f64::INFINITY {
        reciprocal(magnitude)
    } else {
        0.0
    };
    let inverse = if x.is_nan() { x } else { inverse };
    let t = select_unpredictable(inverted, -inverse, magnitude);
    let from = select_unpredictable(inverted, FRAC_PI_2, 0.0);
    with_sign_of(t.mul_add(polynomial(&ATAN, t * t), from), x)
}

unary_f64!("the inverse tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let middle = (magnitude > 1e-100) & (magnitude < 1e100);
    let moderate = if middle { magnitude } else { 1.0 };
    let value = arc::angle(Pair::new(moderate), Pair::new(1.0)).value();
    let far = if magnitude > 1.0 {
        FRAC_PI_2
    } else {
        magnitude
    };
    let value = if middle { value } else { far };
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
