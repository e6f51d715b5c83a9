//! `a ln(1 + b)`: 0 where `a` is 0, unless `b` is NaN.

use super::logarithm;
use super::slices::binary_f32;
use super::steps::with_sign_of;

binary_f32!(
    "the first times the logarithm of 1 plus the second",
    xlog1py_of
);

#[inline(always)]
fn xlog1py_of(a: f64, b: f64) -> f64 {
    let log = with_sign_of(logarithm::settle(1.0 + b, logarithm::ln_1p(b)), b);
    let value = if a == 0.0 { 0.0 } else { a * log };
    if b.is_nan() { b } else { value }
}
