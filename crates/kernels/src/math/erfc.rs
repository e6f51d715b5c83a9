//! The complementary error function, `1 - erf x`, accurate where that is small. `erfc(-∞)` is 2, `erfc(∞)` is 0.

use std::f64::consts::SQRT_2;

use super::exponential;
use super::hard;
use super::normal;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32};
use super::steps::polynomial;
use super::wide::error::{self, TURN};
use super::wide::pair::Pair;
use crate::coefficients::ERFC;
use crate::doubles::Doubles;

blocks_f32!("the complementary error function", Erfc);
unary_f64_with_rare!(
    "the complementary error function",
    wide_of,
    |_, y| is_tiny(y),
    error::erfc_subnormal
);

struct Erfc;

impl Function for Erfc {
    // Below, results are normal numbers, and the normal distribution is asked for less than its limit.
    const USUAL: u64 = 9f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ERFC);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let half = normal::tail(x.abs().times(SQRT_2), x * x);
        let value = half + half;
        x.if_below(0.0, x.all(2.0) - value, value)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        erfc_of(x.into())
    }
}

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
