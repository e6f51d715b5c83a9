//! The logarithm to base 2, exact for powers of two. `log2(±0)` is -∞; below it is NaN.

use std::f64::consts::LOG2_E;

use super::coefficients::{INVERSE_LN_2, LOG1P};
use super::logarithm;
use super::slices::{logarithm_f32, unary_f64};
use super::steps::polynomial;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;

logarithm_f32!("the logarithm to base 2", log2_of);

#[inline(always)]
fn log2_of(x: f64) -> f64 {
    let (k, f) = logarithm::split(x);
    (f * LOG2_E).mul_add(polynomial(&LOG1P, f), k)
}

unary_f64!("the logarithm to base 2", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    logarithm::settle(x, wide::ln(x).times(Pair::of(INVERSE_LN_2)).value())
}
