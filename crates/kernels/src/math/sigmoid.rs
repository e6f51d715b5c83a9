//! The logistic function `1 / (1 + e^-x)`.

use super::exponential;
use super::slices::unary_f32;
use super::steps::reciprocal;

unary_f32!("the logistic function", sigmoid_of);

#[inline(always)]
fn sigmoid_of(x: f64) -> f64 {
    let e = exponential::exp(-x.abs());
    let above = if x < 0.0 { e } else { 1.0 };
    above * reciprocal(1.0 + e)
}
