//! The inverse hyperbolic tangent. `atanh(±1)` is `±∞`, beyond it is NaN; `atanh(±0)` is `±0`.

use super::logarithm;
use super::slices::unary_f32;
use super::steps::{reciprocal, with_sign_of};

unary_f32!("the inverse hyperbolic tangent", atanh_of);

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
