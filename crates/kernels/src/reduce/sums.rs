//! Sums.

use super::{folds, folds_of_two};
use crate::double_double::two_sum;
use hostnpu_numeric::Complex;

folds! {
    /// Sums of floats in double.
    SumF32: f32 => f64, 0.0, |sum, x, _center, _number| sum + f64::from(x), |a, b| a + b;
    /// The same, where NaN counts as 0.
    NanSumF32: f32 => f64, 0.0,
        |sum, x, _center, _number| sum + if x.is_nan() { 0.0 } else { f64::from(x) }, |a, b| a + b;
    /// Sums of integers, which wrap.
    SumI32: i32 => i32, 0, |sum, x, _center, _number| sum.wrapping_add(x), |a, b| a.wrapping_add(b);
    /// Sums of integers, which wrap.
    SumI64: i64 => i64, 0, |sum, x, _center, _number| sum.wrapping_add(x), |a, b| a.wrapping_add(b);
}

/// A sum with what it has lost, and one more number.
#[inline(always)]
fn wide_step(state: (f64, f64), x: f64) -> (f64, f64) {
    let (sum, lost) = two_sum(state.0, x);
    (sum, state.1 + lost)
}

/// Two sums with what they have lost.
#[inline(always)]
pub(super) fn wide_join(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let (sum, lost) = two_sum(a.0, b.0);
    (sum, (a.1 + b.1) + lost)
}

folds_of_two! {
    /// Sums of doubles, with the sum of all that the additions lost.
    SumF64: f64 => (f64, f64), (0.0, 0.0),
        |state, x| wide_step(state, x), |a, b| wide_join(a, b);
    /// Sums of complex numbers, in doubles.
    SumC64: Complex<f32> => (f64, f64), (0.0, 0.0),
        |state, x| (state.0 + f64::from(x.re), state.1 + f64::from(x.im)),
        |a, b| (a.0 + b.0, a.1 + b.1);
    /// Sums of complex numbers of doubles, each part with the sum of all that the additions lost.
    SumC128: Complex<f64> => ((f64, f64), (f64, f64)), ((0.0, 0.0), (0.0, 0.0)),
        |state, x| (wide_step(state.0, x.re), wide_step(state.1, x.im)),
        |a, b| (wide_join(a.0, b.0), wide_join(a.1, b.1));
}
