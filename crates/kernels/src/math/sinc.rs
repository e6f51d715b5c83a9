//! The normalised sine cardinal, `sin(πx) / (πx)`, 1 at 0. NaN at infinities.

use std::f64::consts::PI;

use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::steps::{TO_INTEGER, polynomial};
use super::wide::circle::Reduced;
use super::wide::pair::Pair;
use crate::coefficients::{HALF_PI, SIN_PI};

unary_f32!("the sine cardinal", sinc_of, hard::SINC);

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

unary_f64!("the sine cardinal", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    // Exact: the nearest even number taken away, and what is left in right angles.
    let small = if magnitude < 2f64.powi(52) {
        magnitude
    } else {
        0.0
    };
    let even = 2.0 * (0.5f64.mul_add(small, TO_INTEGER) - TO_INTEGER);
    let doubled = 2.0 * (small - even);
    let sum = doubled + TO_INTEGER;
    let rest = doubled - (sum - TO_INTEGER);
    let reduced = Reduced {
        r: Pair::of(HALF_PI).times(Pair::new(rest)),
        quadrant: sum.to_bits() & 3,
    };
    let value = reduced
        .sin()
        .over(Pair::of(HALF_PI).times(Pair::new(2.0 * small)))
        .value()
        + 0.0;
    let far = if magnitude < f64::INFINITY {
        0.0
    } else {
        f64::NAN
    };
    let value = if magnitude < 2f64.powi(52) {
        value
    } else {
        far
    };
    if magnitude < 1e-100 { 1.0 } else { value }
}
