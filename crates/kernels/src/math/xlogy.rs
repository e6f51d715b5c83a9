//! `a ln b`: 0 where `a` is 0, unless `b` is NaN.

use super::logarithm;
use super::pairs::{FunctionOfTwo, pairs_f32};
use super::rare::{binary_f64_with_rare, is_tiny};
use super::rounding_test::ExactOfTwo;
use super::steps::or_nan_of;
use super::wide::full;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

pairs_f32!("the first times the logarithm of the second", XLogY);

struct XLogY;

impl FunctionOfTwo for XLogY {
    const EXACT: ExactOfTwo = ExactOfTwo::new(
        f64,
        |a, b, _| full::ln(Pair::new(b)).times(Pair::new(a)),
        37,
    );

    #[inline(always)]
    fn is_usual(a: f32, b: f32) -> bool {
        (a.abs() < f32::INFINITY) & (a != 0.0) & (logarithm::key(b) < logarithm::USUAL as u32)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(a: D, b: D) -> D {
        a * logarithm::quick_ln(b)
    }

    #[inline(always)]
    fn of_any(a: f64, b: f64) -> f64 {
        xlogy_of(a, b)
    }
}

#[inline(always)]
fn xlogy_of(a: f64, b: f64) -> f64 {
    let value = a * logarithm::settle(b, logarithm::ln(b));
    let value = if a == 0.0 { 0.0 } else { value };
    or_nan_of(a, b, value)
}

binary_f64_with_rare!(
    "the first times the logarithm of the second",
    wide_of,
    |_, _, y| is_tiny(y),
    |a, b| Pair::enlarged(a).times(wide::ln(b)).value_reduced()
);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let log = wide::ln(b);
    let special = logarithm::settle(b, log.value());
    let value = times_log(a, log, special);
    or_nan_of(a, b, value)
}

/// `a` times a logarithm, or times its double where that is infinite, NaN or 0; 0 where `a` is 0.
#[inline(always)]
pub(super) fn times_log(a: f64, log: Pair, double: f64) -> f64 {
    // Away from the ends of the exponents, where the low half of a product underflows or the high half overflows.
    let small = a.abs() < 1e-150;
    let large = a.abs() > 1e150;
    let scale = if small { 2f64.powi(500) } else { 1.0 };
    let scale = if large { 2f64.powi(-500) } else { scale };
    let value = log.times(Pair::new(a * scale)).value() * (1.0 / scale);
    let ordinary = (double != 0.0) & (double.abs() < f64::INFINITY) & (a.abs() < f64::INFINITY);
    let value = if ordinary { value } else { a * double };
    if a == 0.0 { 0.0 } else { value }
}
