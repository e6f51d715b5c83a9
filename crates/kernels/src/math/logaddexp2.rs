//! `log2(2^a + 2^b)`, without overflow.

use std::f64::consts::LOG2_E;

use super::slices::binary_f32;
use super::{exponential, logarithm};

binary_f32!(
    "the logarithm to base 2 of the sum of the powers of two",
    logaddexp2_of
);

#[inline(always)]
fn logaddexp2_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let larger = if distance.is_nan() { distance } else { larger };
    logarithm::ln_1p(exponential::exp2(-distance)).mul_add(LOG2_E, larger)
}
