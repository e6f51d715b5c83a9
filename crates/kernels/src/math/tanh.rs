//! The hyperbolic tangent. `tanh(±∞)` is `±1`; `tanh(±0)` is `±0`.

use super::exponential;
use super::slices::{unary_f32, unary_f64};
use super::steps::{reciprocal, with_sign_of};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("the hyperbolic tangent", tanh_of);

#[inline(always)]
fn tanh_of(x: f64) -> f64 {
    // Beyond, the result is 1 in float; `e + 2` is a moderate float.
    let magnitude = x.abs();
    let magnitude = if magnitude > 10.0 { 10.0 } else { magnitude };
    let e = exponential::exp_m1_of_moderate(2.0 * magnitude);
    with_sign_of(e * reciprocal(e + 2.0), x)
}

unary_f64!("the hyperbolic tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let magnitude = if magnitude > 20.0 { 20.0 } else { magnitude };
    let e = Exponential::of(Pair::new(2.0 * magnitude)).minus_one();
    let value = e.over(e.plus(Pair::new(2.0))).value();
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
