//! `ln(e^a + e^b)`, without overflow.

use super::slices::binary_f32;
use super::{exponential, logarithm};

binary_f32!("the logarithm of the sum of the exponentials", logaddexp_of);

#[inline(always)]
fn logaddexp_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let larger = if distance.is_nan() { distance } else { larger };
    larger + logarithm::ln_1p(exponential::exp(-distance))
}
