//! The hyperbolic sine. `sinh(±0)` is `±0`.

use super::exponential;
use super::slices::unary_f32;
use super::steps::with_sign_of;

unary_f32!("the hyperbolic sine", sinh_of);

#[inline(always)]
fn sinh_of(x: f64) -> f64 {
    with_sign_of(exponential::cosh_and_sinh(x).1, x)
}
