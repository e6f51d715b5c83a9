//! The hyperbolic cosine.

use super::exponential;
use super::slices::unary_f32;

unary_f32!("the hyperbolic cosine", cosh_of);

#[inline(always)]
fn cosh_of(x: f64) -> f64 {
    exponential::cosh_and_sinh(x).0
}
