//! The reciprocal of the square root. NaN below zero; `±∞` at `±0`.

use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::wide::pair::Pair;

unary_f32!("1 divided by the square root", rsqrt_of, hard::RSQRT);

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

unary_f64!("1 divided by the square root", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    // Away from the ends of the exponents, where squares of roots are inexact.
    let scale = if x < 1e-200 { 2f64.powi(400) } else { 1.0 };
    let x = x * scale;
    let value = Pair::new(1.0).over(Pair::new(x).sqrt()).value() * scale.sqrt();
    let special = if x == 0.0 { 1.0 / x } else { 1.0 / x.sqrt() };
    if (x > 0.0) & (x < f64::INFINITY) {
        value
    } else {
        special
    }
}
