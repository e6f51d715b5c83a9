//! The inverse of the logistic function, `ln(x / (1 - x))`. `±∞` at 1 and 0, NaN beyond.

use super::logarithm;
use super::slices::{nearest, odd};

/// Writes the logit of each element, first brought into `[epsilon, 1 - epsilon]` unless `epsilon` is negative, rounded to nearest. Panics
/// if the lengths differ.
pub fn f32(x: &[f32], epsilon: f32, y: &mut [f32]) {
    let (low, high) = bounds(epsilon);
    nearest(
        x,
        y,
        #[inline(always)]
        |x| logit_of(x, low, high),
    );
}

/// As [`f32`], rounded to odd: what is rounded again to f16 or bf16 is rounded correctly.
pub fn f32_odd(x: &[f32], epsilon: f32, y: &mut [f32]) {
    let (low, high) = bounds(epsilon);
    odd(
        x,
        y,
        #[inline(always)]
        |x| logit_of(x, low, high),
    );
}

/// What elements are brought between: in f32, as PyTorch does.
fn bounds(epsilon: f32) -> (f64, f64) {
    if epsilon < 0.0 {
        (f64::NEG_INFINITY, f64::INFINITY)
    } else {
        (epsilon.into(), (1.0 - epsilon).into())
    }
}

#[inline(always)]
fn logit_of(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    let x = if x > high { high } else { x };
    let rest = 1.0 - x;
    let (k, f) = logarithm::split(x / rest);
    // Beside 1/2 the quotient is near 1, and its distance from 1 is better known than the quotient.
    let f = if k == 0.0 { (x - rest) / rest } else { f };
    let value = logarithm::joined(k, f);
    let special = if x == 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    };
    let special = if x == 1.0 { f64::INFINITY } else { special };
    if (x > 0.0) & (x < 1.0) {
        value
    } else {
        special
    }
}
