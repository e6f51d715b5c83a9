//! The hyperbolic tangent. `tanh(±∞)` is `±1`; `tanh(±0)` is `±0`.

use super::exponential;
use super::slices::unary_f32;
use super::steps::{reciprocal, with_sign_of};

unary_f32!("the hyperbolic tangent", tanh_of);

#[inline(always)]
fn tanh_of(x: f64) -> f64 {
    // Beyond, the result is 1 in float; `e + 2` is a moderate float.
    let magnitude = x.abs();
    let magnitude = if magnitude > 10.0 { 10.0 } else { magnitude };
    let e = exponential::exp_m1(2.0 * magnitude);
    with_sign_of(e * reciprocal(e + 2.0), x)
}
