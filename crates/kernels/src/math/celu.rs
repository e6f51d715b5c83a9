//! The continuously differentiable exponential linear unit: `x` above 0, else `alpha (e^(x / alpha) - 1)`. The parameter is alpha, not 0.

use super::exponential;
use super::groups::To;
use super::hard;
use super::rounding_test::Exact;
use super::slices::of_one;
use super::steps::clamp;
use super::wide::exponential::{Exponential, powers};
use super::wide::pair::Pair;
use crate::dense;

/// Writes the function of each element, rounded to nearest. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32], &[alpha]: &[f32; 1]) {
    let alpha = f64::from(alpha);
    let wide = |x: &[f64], y: &mut [f64]| f64(x, y, &[alpha]);
    let exact = Exact::new(&wide, if alpha == 1.0 { hard::EXPM1 } else { &[] });
    rounded(x, y, alpha, To::Exact(&exact));
}

/// As [`f32()`], rounded to odd: what is rounded again to f16 or bf16 is rounded correctly.
pub fn f32_odd(x: &[f32], y: &mut [f32], &[alpha]: &[f32; 1]) {
    rounded(x, y, f64::from(alpha), To::Odd);
}

#[inline(never)]
fn rounded(x: &[f32], y: &mut [f32], alpha: f64, to: To<1>) {
    of_one(
        x,
        y,
        to,
        #[inline(always)]
        |x| celu_of(x, alpha),
    );
}

/// Writes the function of each element, with an error below 0.51 ULP. Panics if the lengths differ.
pub fn f64(x: &[f64], y: &mut [f64], &[alpha]: &[f64; 1]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| wide_of(x, alpha),
    );
}

#[inline(always)]
fn celu_of(x: f64, alpha: f64) -> f64 {
    // Beyond, the result is infinite or `-alpha`, whatever the factor is.
    let exponent = clamp(x / alpha, -64.0, 320.0);
    let below = alpha * exponential::exp_m1_of_moderate(exponent);
    // Beside 0 the function is its argument, whose quotient may underflow in double.
    let below = if exponent.abs() < 1e-30 { x } else { below };
    if (x > 0.0) | x.is_nan() { x } else { below }
}

#[inline(always)]
fn wide_of(x: f64, alpha: f64) -> f64 {
    let quotient = x / alpha;
    let exact = Pair::new(x).over(Pair::new(alpha));
    // Of an infinite quotient, the low half is NaN.
    let exponent = Pair::select(quotient.abs() < 1e3, exact, Pair::new(quotient));
    let e = Exponential::of(exponent);
    let factor = Pair::new(alpha);
    let near = e.minus_one().times(factor).value();
    let (first, second) = powers(e.k);
    let far = e.mantissa().times(factor).value() * first * second;
    let below = if e.k >= Exponential::ALONE { far } else { near };
    let below = if exponent.hi.abs() < 1e-100 { x } else { below };
    if (x > 0.0) | x.is_nan() { x } else { below }
}
