//! The reciprocal of the square root. NaN below zero; `±∞` at `±0`.

use super::slices::unary_f32;

unary_f32!("1 divided by the square root", rsqrt_of);

#[inline(always)]
fn rsqrt_of(x: f64) -> f64 {
    // Of a float, a root of a float and a division of floats take half the time of those of doubles; Newton's step doubles the bits.
    let r = f64::from(1.0 / (x as f32).sqrt());
    let error = (x * r).mul_add(-r, 1.0);
    let value = (0.5 * r).mul_add(error, r);
    if (x > 0.0) & (x < f64::INFINITY) {
        value
    } else {
        r
    }
}
