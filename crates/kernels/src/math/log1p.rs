//! `ln(1 + x)`, accurate beside 0. `log1p(-1)` is -∞, below it is NaN; `log1p(±0)` is `±0`.

use super::logarithm;
use super::slices::unary_f32;
use super::steps::with_sign_of;

unary_f32!("the natural logarithm of 1 plus", log1p_of);

#[inline(always)]
fn log1p_of(x: f64) -> f64 {
    let value = logarithm::settle(1.0 + x, logarithm::ln_1p(x));
    with_sign_of(value, x)
}
