//! `ln(1 + e^x)`, without overflow.

use super::slices::unary_f32;
use super::{exponential, logarithm};

unary_f32!("the logarithm of 1 plus the exponential", softplus_of);

#[inline(always)]
fn softplus_of(x: f64) -> f64 {
    let value = logarithm::ln_1p(exponential::exp(-x.abs()));
    let value = if x.is_nan() { x } else { value };
    if x > 0.0 { x + value } else { value }
}
