//! Powers with C99's special values (F.10.4.4).

use super::coefficients::LOG1P_LONG;
use super::slices::{binary_f32, binary_f64};
use super::steps::{clamp, or_nan_of, polynomial};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use super::{exponential, logarithm};
use crate::double_double::DoubleDouble;
use crate::pow::{log2, settle};
use std::f64::consts::LOG2_E;

binary_f32!("the first to the power of the second", pow_of);

/// A larger exponent gives what this one gives: the logarithm of a double is 0 or at least 2^-53.
const MOST: f64 = 1_180_591_620_717_411_303_424.0; // 2^70

#[inline(always)]
fn pow_of(x: f64, y: f64) -> f64 {
    let magnitude = x.abs();
    let (k, f) = logarithm::split(magnitude);
    let log2 = (f * LOG2_E).mul_add(polynomial(&LOG1P_LONG, f), k);
    let log2 = if magnitude == 0.0 {
        f64::NEG_INFINITY
    } else {
        log2
    };
    let log2 = if magnitude < f64::INFINITY {
        log2
    } else {
        magnitude
    };
    let value = exponential::exp2(y * log2);
    settle(x, y, or_nan_of(x, y, value))
}

binary_f64!("the first to the power of the second", wide_of);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let magnitude = a.abs();
    let subnormal = magnitude < f64::MIN_POSITIVE;
    let log = log2(if subnormal {
        magnitude * 2f64.powi(54)
    } else {
        magnitude
    });
    let shifted = log.plus(DoubleDouble::new(-54.0));
    let log = if subnormal & (magnitude > 0.0) {
        shifted
    } else {
        log
    };
    let size = log.hi * b;
    let within = size.abs() < 1100.0;
    let product = log.times(DoubleDouble::new(clamp(b, -MOST, MOST)));
    let exponent = Pair {
        hi: if within { product.hi } else { 0.0 },
        lo: if within { product.lo } else { 0.0 },
    };
    let value = Exponential::of_two(exponent).value();
    let value = if within { value } else { size };
    let value = if size <= -1100.0 { 0.0 } else { value };
    let value = if size >= 1100.0 { f64::INFINITY } else { value };
    settle(a, b, or_nan_of(a, b, value))
}
