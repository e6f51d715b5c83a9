//! Powers with C99's special values (F.10.4.4).

use super::coefficients::LOG1P_LONG;
use super::slices::binary_f32;
use super::steps::polynomial;
use super::{exponential, logarithm};
use std::f64::consts::LOG2_E;

binary_f32!("the first to the power of the second", pow_of);

/// From here on every double is an integer.
const ALL_INTEGERS: f64 = 4_503_599_627_370_496.0; // 2^52

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
    // Magnitudes are done: zero and infinity have infinite logarithms, which `exp2` takes for what they are.
    let whole = is_integer(y);
    let odd = whole & !is_integer(y * 0.5);
    let value = if odd & x.is_sign_negative() {
        -value
    } else {
        value
    };
    let value = if (x < 0.0) & (x > f64::NEG_INFINITY) & !whole {
        f64::NAN
    } else {
        value
    };
    let one = (y == 0.0) | (x == 1.0) | ((x == -1.0) & (y.abs() == f64::INFINITY));
    if one { 1.0 } else { value }
}

/// Whether `x` is an integer. Infinities are (even) ones, NaN is none.
#[inline(always)]
fn is_integer(x: f64) -> bool {
    let magnitude = x.abs();
    let rounded = (magnitude + ALL_INTEGERS) - ALL_INTEGERS;
    (rounded == magnitude) | (magnitude >= ALL_INTEGERS)
}
