//! The inverse hyperbolic tangent. `atanh(±1)` is `±∞`, beyond it is NaN; `atanh(±0)` is `±0`.

use super::hard;
use super::logarithm;
use super::slices::{unary_f32, unary_f64};
use super::steps::{reciprocal, with_sign_of};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;

unary_f32!("the inverse hyperbolic tangent", atanh_of, hard::ATANH);

#[inline(always)]
fn atanh_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let value = 0.5 * logarithm::ln_1p(2.0 * magnitude * reciprocal(1.0 - magnitude));
    let special = if magnitude == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign_of(if magnitude < 1.0 { value } else { special }, x)
}

unary_f64!("the inverse hyperbolic tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let ratio = Pair::new(2.0 * magnitude).over(Pair::sum(1.0, -magnitude));
    let value = 0.5 * wide::ln_1p(ratio).value();
    let value = if magnitude < 1e-100 { magnitude } else { value };
    let special = if magnitude == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign_of(if magnitude < 1.0 { value } else { special }, x)
}
