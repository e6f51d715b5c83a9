//! `a ln(1 + b)`: 0 where `a` is 0, unless `b` is NaN.

use super::logarithm;
use super::slices::{binary_f32, binary_f64};
use super::steps::{or_nan_of, with_sign_of};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::xlogy::times_log;

binary_f32!(
    "the first times the logarithm of 1 plus the second",
    xlog1py_of
);

#[inline(always)]
fn xlog1py_of(a: f64, b: f64) -> f64 {
    let log = with_sign_of(logarithm::settle(1.0 + b, logarithm::ln_1p(b)), b);
    let value = if a == 0.0 { 0.0 } else { a * log };
    or_nan_of(a, b, value)
}

binary_f64!(
    "the first times the logarithm of 1 plus the second",
    wide_of
);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let log = wide::ln_1p(Pair::new(b));
    let special = with_sign_of(logarithm::settle(1.0 + b, log.value()), b);
    let value = times_log(a, log, special);
    // Beside 0 the logarithm is its argument, and need not be taken in two doubles.
    let value = if (b.abs() < 1e-100) & (a != 0.0) {
        a * b
    } else {
        value
    };
    or_nan_of(a, b, value)
}
