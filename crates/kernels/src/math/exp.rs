//! The exponential function. `exp(-∞)` is 0, `exp(∞)` is ∞.

use super::exponential;
use super::slices::{unary_f32, unary_f64};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("e to the power", exp_of);

#[inline(always)]
fn exp_of(x: f64) -> f64 {
    exponential::exp(x)
}

unary_f64!("e to the power", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = Exponential::of(Pair::new(x)).value();
    if x.is_nan() { x } else { value }
}
