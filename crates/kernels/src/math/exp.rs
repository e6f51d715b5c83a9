//! The exponential function. `exp(-∞)` is 0, `exp(∞)` is ∞.

use super::exponential;
use super::slices::unary_f32;

unary_f32!("e to the power", exp_of);

#[inline(always)]
fn exp_of(x: f64) -> f64 {
    exponential::exp(x)
}
