//! `a ln b`: 0 where `a` is 0, unless `b` is NaN.

use super::logarithm;
use super::slices::binary_f32;

binary_f32!("the first times the logarithm of the second", xlogy_of);

#[inline(always)]
fn xlogy_of(a: f64, b: f64) -> f64 {
    let value = a * logarithm::settle(b, logarithm::ln(b));
    let value = if a == 0.0 { 0.0 } else { value };
    if b.is_nan() { b } else { value }
}
