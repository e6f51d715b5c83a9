//! The logarithm of the logistic function, `-ln(1 + e^-x)`.

use super::slices::unary_f32;
use super::{exponential, logarithm};

unary_f32!("the logarithm of the logistic function", logsigmoid_of);

#[inline(always)]
fn logsigmoid_of(x: f64) -> f64 {
    let value = -logarithm::ln_1p(exponential::exp(-x.abs()));
    let value = if x.is_nan() { x } else { value };
    if x < 0.0 { x + value } else { value }
}
