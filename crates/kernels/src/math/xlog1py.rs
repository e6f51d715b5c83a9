//! `a ln(1 + b)`: 0 where `a` is 0, unless `b` is NaN.

use super::logarithm;
use super::pairs::{FunctionOfTwo, pairs_f32};
use super::rare::{binary_f64_with_rare, is_tiny};
use super::rounding_test::ExactOfTwo;
use super::steps::{or_nan_of, with_sign_of};
use super::wide::full;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::xlogy::times_log;
use crate::doubles::Doubles;

pairs_f32!(
    "the first times the logarithm of 1 plus the second",
    XLog1pY
);

struct XLog1pY;

impl FunctionOfTwo for XLog1pY {
    const EXACT: ExactOfTwo = ExactOfTwo::new(f64, full_of, 37);

    #[inline(always)]
    fn is_usual(a: f32, b: f32) -> bool {
        let log = (b > -1.0) & (b < f32::INFINITY) & (b.abs() >= TINY as f32);
        (a.abs() < f32::INFINITY) & (a != 0.0) & log
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(a: D, b: D) -> D {
        a * logarithm::quick_ln_1p(b)
    }

    #[inline(always)]
    fn of_any(a: f64, b: f64) -> f64 {
        xlog1py_of(a, b)
    }
}

fn full_of(a: f64, b: f64, _value: f64) -> Pair {
    // A logarithm beside its argument may have no bit of the difference; it is on the side of negative numbers.
    let beside = Pair {
        hi: b,
        lo: -b.abs() * Pair::BESIDE,
    };
    let log = match b.abs() < Pair::BESIDE {
        true => beside,
        false => full::ln_1p(Pair::new(b)),
    };
    log.times(Pair::new(a))
}

/// Below, `ln(1 + b)` and `b` agree to more bits than a float has.
const TINY: f64 = 1e-9;

/// `a ln(1 + b)` for a tiny `b`. The product of two floats is exact in double, and may be the middle between two shorter numbers: then the
/// result is on the side of zero, or on the other one if `b` is negative.
#[inline(always)]
fn beside_product(a: f64, b: f64) -> f64 {
    let product = a * b;
    let value = (-0.5 * b).mul_add(product, product);
    let bits = value.to_bits();
    let beside = if b > 0.0 {
        bits.wrapping_sub(1)
    } else {
        bits.wrapping_add(1)
    };
    let value = if value == product {
        f64::from_bits(beside)
    } else {
        value
    };
    if (product != 0.0) & (product.abs() < f64::INFINITY) {
        value
    } else {
        product
    }
}

#[inline(always)]
fn xlog1py_of(a: f64, b: f64) -> f64 {
    let log = with_sign_of(logarithm::settle(1.0 + b, logarithm::ln_1p(b)), b);
    let value = if b.abs() < TINY {
        beside_product(a, b)
    } else {
        a * log
    };
    let value = if a == 0.0 { 0.0 } else { value };
    or_nan_of(a, b, value)
}

binary_f64_with_rare!(
    "the first times the logarithm of 1 plus the second",
    wide_of,
    |_, b: f64, y| is_tiny(y) & (b.abs() >= TINY_LOG),
    |a, b| Pair::enlarged(a)
        .times(wide::ln_1p(Pair::new(b)))
        .value_reduced()
);

/// Below, the logarithm is its argument, and need not be taken in two doubles.
const TINY_LOG: f64 = 1e-100;

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let log = wide::ln_1p(Pair::new(b));
    let special = with_sign_of(logarithm::settle(1.0 + b, log.value()), b);
    let value = times_log(a, log, special);
    let value = if (b.abs() < TINY_LOG) & (a != 0.0) {
        a * b
    } else {
        value
    };
    or_nan_of(a, b, value)
}
