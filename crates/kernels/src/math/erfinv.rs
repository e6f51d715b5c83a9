//! The inverse of the error function. `±∞` at `±1`, NaN beyond; `erfinv(±0)` is `±0`.

use super::hard;
use super::logarithm;
use super::rare::unary_f64_with_rare;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, key_unless_tiny};
use super::steps::{polynomial, with_sign_of};
use super::wide::error;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::coefficients::{
    ERFINV_HIGH, ERFINV_HIGH_CENTER, ERFINV_LOW, ERFINV_LOW_CENTER, TWO_OVER_ROOT_PI,
};
use crate::doubles::Doubles;

blocks_f32!("the inverse error function", Erfinv);
unary_f64_with_rare!(
    "the inverse error function",
    wide_of,
    |x: f64, _| (x.abs() < TINY) & (x != 0.0),
    |x| Pair::enlarged(x)
        .over(Pair::of(TWO_OVER_ROOT_PI))
        .value_reduced()
);

/// Below, the residual underflows, and the function is a quotient.
const TINY: f64 = 1e-150;

struct Erfinv;

impl Function for Erfinv {
    // There `w` is below 6.22.
    const USUAL: u64 = 0.999f32.to_bits() as u64 + 1;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ERFINV);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        key_unless_tiny(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        x * low(x.neg_mul_add(x, x.all(1.0)))
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        settle(x, x * quotient((-x).mul_add(x, 1.0)))
    }
}

/// `erfinv x / x` for `1 - x²`, with a relative error below 2^-38.
#[inline(always)]
fn quotient(one_minus_square: f64) -> f64 {
    let w = -logarithm::quick_ln(one_minus_square);
    let high = polynomial(&ERFINV_HIGH, w.sqrt() - ERFINV_HIGH_CENTER);
    if w > 6.25 {
        high
    } else {
        low(one_minus_square)
    }
}

/// [`quotient`] where `w = -ln(1 - x²)` is at most 6.25.
#[inline(always)]
fn low<D: Doubles>(one_minus_square: D) -> D {
    let log = logarithm::quick_ln(one_minus_square);
    (log.all(-ERFINV_LOW_CENTER) - log).polynomial(&ERFINV_LOW)
}

#[inline(always)]
fn settle(x: f64, value: f64) -> f64 {
    let special = if x.abs() == 1.0 {
        x * f64::INFINITY
    } else {
        f64::NAN
    };
    if x.abs() < 1.0 { value } else { special }
}

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let moderate = if magnitude < 1.0 { magnitude } else { 0.5 };
    let rest = 1.0 - moderate;
    // `1 - x²` as a product, which loses nothing where it is small.
    let first = moderate * quotient(rest * (1.0 + moderate));
    // One step of Newton, whose residual is taken from what is small: `erf - x`, or `erfc - (1 - x)`.
    let below = error::erf(first).minus(Pair::new(moderate)).value();
    let above = Pair::sum(1.0, -moderate).minus(error::erfc(first)).value();
    let residual = if moderate < 0.5 { below } else { above };
    let derivative = TWO_OVER_ROOT_PI[0] * Exponential::of(Pair::new(-first * first)).value();
    let value = first - residual / derivative;
    settle(x, with_sign_of(value, x))
}
