//! The normalised sine cardinal, `sin(πx) / (πx)`, 1 at 0. NaN at infinities.

use std::f64::consts::PI;

use super::coefficients::SIN_PI;
use super::slices::unary_f32;
use super::steps::{TO_INTEGER, polynomial};

unary_f32!("the sine cardinal", sinc_of);

#[inline(always)]
fn sinc_of(x: f64) -> f64 {
    // At other integers the result is +0. Exact: from 2^23 on every float is an integer.
    let sum = x + TO_INTEGER;
    let rest = x - (sum - TO_INTEGER);
    let sine =
        f64::from_bits((rest * polynomial(&SIN_PI, rest * rest)).to_bits() ^ sum.to_bits() << 63);
    let value = if x.abs() < 2f64.powi(24) {
        sine / (PI * x) + 0.0
    } else {
        0.0
    };
    let value = if x.abs() < f64::INFINITY {
        value
    } else {
        f64::NAN
    };
    if x == 0.0 { 1.0 } else { value }
}
