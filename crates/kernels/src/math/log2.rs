//! The logarithm to base 2, exact for powers of two. `log2(±0)` is -∞; below it is NaN.

use std::f64::consts::LOG2_E;

use super::coefficients::LOG1P;
use super::logarithm;
use super::slices::unary_f32;
use super::steps::polynomial;

unary_f32!("the logarithm to base 2", log2_of);

#[inline(always)]
fn log2_of(x: f64) -> f64 {
    let (k, f) = logarithm::split(x);
    logarithm::settle(x, (f * LOG2_E).mul_add(polynomial(&LOG1P, f), k))
}
