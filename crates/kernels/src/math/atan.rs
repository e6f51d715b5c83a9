//! The inverse tangent, in radians. `atan(±∞)` is `±π/2`; `atan(±0)` is `±0`.

use std::f64::consts::FRAC_PI_2;

use super::coefficients::ATAN;
use super::slices::unary_f32;
use super::steps::{polynomial, reciprocal, with_sign_of};

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
    let t = if inverted { inverse } else { magnitude };
    let value = t * polynomial(&ATAN, t * t);
    let value = if inverted { FRAC_PI_2 - value } else { value };
    with_sign_of(value, x)
}
