//! The angle of the point with ordinate `a` and abscissa `b`, in radians, with the special values of C99 (F.10.1.4).

use std::f64::consts::{FRAC_PI_2, PI};

use super::coefficients::ATAN;
use super::slices::binary_f32;
use super::steps::{polynomial, with_sign_of};

binary_f32!("the angle of the point (second, first)", atan2_of);

#[inline(always)]
fn atan2_of(a: f64, b: f64) -> f64 {
    let (y, x) = (a.abs(), b.abs());
    let steep = y > x;
    let (small, large) = if steep { (x, y) } else { (y, x) };
    let quotient = small / large;
    let quotient = if small == large { 1.0 } else { quotient };
    let quotient = if large == 0.0 { 0.0 } else { quotient };
    let angle = quotient * polynomial(&ATAN, quotient * quotient);
    let angle = if steep { FRAC_PI_2 - angle } else { angle };
    let angle = if b.is_sign_negative() {
        PI - angle
    } else {
        angle
    };
    let angle = if a.is_nan() | b.is_nan() {
        f64::NAN
    } else {
        angle
    };
    with_sign_of(angle, a)
}
