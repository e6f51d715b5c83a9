//! The complementary error function, `1 - erf x`, accurate where that is small. `erfc(-∞)` is 2, `erfc(∞)` is 0.

use super::coefficients::ERFC;
use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::slices::unary_f32;
use super::steps::polynomial;
use super::wide::error::{self, TURN};
use super::wide::pair::Pair;

unary_f32!("the complementary error function", erfc_of, hard::ERFC);
unary_f64_with_rare!(
    "the complementary error function",
    wide_of,
    |_, y| is_tiny(y),
    error::erfc_subnormal
);

#[inline(always)]
fn erfc_of(x: f64) -> f64 {
    // Beyond, the result is 0 in float.
    let magnitude = x.abs();
    let magnitude = if magnitude > 11.0 { 11.0 } else { magnitude };
    let [scaled, turned, both] = scaled(magnitude);
    let value = exponential::exp(-magnitude * magnitude) * scaled * turned * both;
    let value = if x < 0.0 { 2.0 - value } else { value };
    // Of a product of several NaN the compiler chooses the sign.
    if x.is_nan() { x } else { value }
}

/// Three factors of `e^(x^2) erfc x`, for what is not negative.
#[inline(always)]
pub(super) fn scaled(x: f64) -> [f64; 3] {
    let (turned, doubled) = (x + TURN, 2.0f64.mul_add(x, 1.0));
    let both = 1.0 / (turned * doubled);
    let u = (x - TURN) * doubled * both;
    [polynomial(&ERFC, u), turned, both]
}

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let magnitude = if magnitude < 28.0 { magnitude } else { 28.0 };
    // For a negative argument two doubles are far enough from their ends.
    let moderate = if magnitude < 7.0 { magnitude } else { 7.0 };
    let above = Pair::new(1.0).plus(error::erf(moderate)).value();
    let value = error::erfc_value(magnitude);
    let value = if x < 0.0 { above } else { value };
    if x.is_nan() { x } else { value }
}
