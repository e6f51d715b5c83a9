//! `ln(1 + x)`, accurate beside 0. `log1p(-1)` is -∞, below it is NaN; `log1p(±0)` is `±0`.

use super::logarithm;
use super::slices::unary_f32;
use super::slices::unary_f64;
use super::steps::with_sign_of;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;

unary_f32!("the natural logarithm of 1 plus", log1p_of);

#[inline(always)]
fn log1p_of(x: f64) -> f64 {
    let value = logarithm::settle(1.0 + x, logarithm::ln_1p(x));
    with_sign_of(value, x)
}

unary_f64!("the natural logarithm of 1 plus", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = logarithm::settle(1.0 + x, wide::ln_1p(Pair::new(x)).value());
    with_sign_of(value, x)
}
