//! The inverse hyperbolic sine. `asinh(±0)` is `±0`.

use super::logarithm;
use super::slices::unary_f32;
use super::steps::with_sign_of;

unary_f32!("the inverse hyperbolic sine", asinh_of);

#[inline(always)]
fn asinh_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let square = magnitude * magnitude;
    let root = (square + 1.0).sqrt();
    let small = square.mul_add(-15.0 / 336.0, 3.0 / 40.0);
    let small = square.mul_add(small, -1.0 / 6.0);
    let small = (square * small).mul_add(magnitude, magnitude);
    // `root - 1` loses bits beside 0.
    let value = logarithm::ln_1p(magnitude + (root - 1.0));
    let value = if magnitude < 1.0 / 256.0 {
        small
    } else {
        value
    };
    let value = if magnitude < f64::INFINITY {
        value
    } else {
        magnitude
    };
    with_sign_of(value, x)
}
