//! The logarithm to base 10, exact for powers of ten. `log10(±0)` is -∞; below it is NaN.

use std::f64::consts::LOG10_E;

use super::logarithm;
use super::slices::unary_f32;

unary_f32!("the logarithm to base 10", log10_of);

#[inline(always)]
fn log10_of(x: f64) -> f64 {
    logarithm::settle(x, logarithm::ln(x) * LOG10_E)
}
