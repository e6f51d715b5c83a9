//! `e^x - 1`, accurate beside 0. `expm1(-∞)` is -1; `expm1(±0)` is `±0`.

use super::exponential;
use super::slices::unary_f32;
use super::steps::with_sign_of;

unary_f32!("e to the power, less 1,", expm1_of);

#[inline(always)]
fn expm1_of(x: f64) -> f64 {
    with_sign_of(exponential::exp_m1(x), x)
}
