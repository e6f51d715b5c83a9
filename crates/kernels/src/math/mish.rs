//! `x tanh(ln(1 + e^x))`: D. Misra, "Mish" (2019). As with the formula, and in PyTorch, -∞ gives NaN.

use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::slices::unary_f32;
use super::wide::exponential::{Exponential, powers};
use super::wide::pair::Pair;
use crate::coefficients::SIX_TENTHS;

unary_f32!("`x tanh(ln(1 + e^x))`", mish_of, hard::MISH);
unary_f64_with_rare!(
    "`x tanh(ln(1 + e^x))`",
    wide_of,
    |x: f64, y| is_tiny(y) | ((x.abs() < TINY) & (x != 0.0)),
    rare_of
);

/// Below, products underflow in their low halves, and the function is one.
const TINY: f64 = 1e-200;

/// `x n / (n + 2)` with `n = e^x (e^x + 2)`.
#[inline(always)]
fn mish_of(x: f64) -> f64 {
    let e = exponential::exp(x);
    let n = e * (e + 2.0);
    // Beyond, the power is held where it is; the result is 0.
    let factor = if x < -110.0 { -110.0 } else { x };
    let value = factor * (n / (n + 2.0));
    if x == f64::NEG_INFINITY {
        f64::NAN
    } else {
        value
    }
}

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let exponential = Exponential::of(Pair::new(x));
    let (first, second) = powers(exponential.k);
    // Where the power is small, it comes last: before, it might underflow.
    let small = x < -60.0;
    let factor = if x < -800.0 { -800.0 } else { x };
    let far = exponential.mantissa().times(Pair::new(factor)).value() * first * second;
    let e = Exponential::of(Pair::new(if x.abs() <= 60.0 { x } else { 0.0 })).pair();
    let n = e.times(e.plus(Pair::new(2.0)));
    let near = n.over(n.plus(Pair::new(2.0))).times(Pair::new(x)).value();
    let value = if small { far } else { near };
    let value = if x >= 60.0 { x } else { value };
    let value = if x == f64::NEG_INFINITY {
        f64::NAN
    } else {
        value
    };
    if x.is_nan() { x } else { value }
}

/// Of what is tiny, or gives a subnormal result.
#[inline(always)]
fn rare_of(x: f64) -> f64 {
    if x.abs() < TINY {
        Pair::enlarged(x)
            .times(Pair::of(SIX_TENTHS))
            .value_reduced()
    } else {
        let exponential = Exponential::of(Pair::new(x));
        let product = exponential.mantissa().times(Pair::new(x));
        product.value_scaled_once(exponential.k)
    }
}
