//! The error function in two doubles.

use super::exponential::Exponential;
use super::pair::Pair;
use crate::coefficients::{ERF_PAIRS, ERF_REST, ERFC_PAIRS, ERFC_REST};
use crate::math::steps::polynomial;

/// Argument at which the approximation of `erfc` begins to turn: M. Shepherd and J. Laframboise (1981).
pub(crate) const TURN: f64 = 3.75;

/// Below, `erf` has a series of its own, and `erfc` is what it lacks of 1.
const NEAR: f64 = 0.5;

/// `erfc x` for `1/2 <= x <= 28`: a power of `e`, and what it is multiplied by.
#[inline(always)]
fn parts(x: Pair) -> (Exponential, Pair) {
    let turn = Pair::new(TURN);
    let u = x.minus(turn).over(x.plus(turn));
    let mut sum = Pair::new(polynomial(&ERFC_REST, u.hi));
    let mut i = ERFC_PAIRS.len();
    while i > 0 {
        i -= 1;
        // Coefficients are not in the order of their size.
        let product = sum.times(u);
        let high = Pair::sum(ERFC_PAIRS[i][0], product.hi);
        sum = Pair {
            hi: high.hi,
            lo: high.lo + (product.lo + ERFC_PAIRS[i][1]),
        };
    }
    let exponential = Exponential::of(x.times(x).negative());
    (exponential, sum.over(x.scaled(2.0).plus(Pair::new(1.0))))
}

/// `erf x` for `0 <= x <= 1/2`; of what is larger, that of 1/2.
#[inline(always)]
fn erf_near(x: Pair) -> Pair {
    let x = Pair::select(x.hi < NEAR, x, Pair::new(NEAR));
    let square = x.times(x);
    let mut sum = Pair::new(polynomial(&ERF_REST, square.hi));
    let mut i = ERF_PAIRS.len();
    while i > 0 {
        i -= 1;
        sum = sum.times_plus(square, Pair::of(ERF_PAIRS[i]));
    }
    sum.times(x)
}

/// `x`, or 1/2 if that is larger.
#[inline(always)]
fn at_least_near(x: Pair) -> Pair {
    Pair::select(x.hi < NEAR, Pair::new(NEAR), x)
}

/// `erfc x` for `1 <= x <= 28`, rounded once where it is subnormal.
#[inline(always)]
pub(crate) fn erfc_subnormal(x: f64) -> f64 {
    let (exponential, factor) = parts(Pair::new(x));
    let product = exponential.mantissa().times(factor);
    product.value_scaled_once(exponential.k)
}

/// `erfc x` for `0 <= x <= 28`, also where it underflows.
#[inline(always)]
pub(crate) fn erfc_value(x: f64) -> f64 {
    let x = Pair::new(x);
    let (exponential, factor) = parts(at_least_near(x));
    let far = exponential
        .mantissa()
        .times(factor)
        .value_scaled(exponential.k);
    let near = Pair::new(1.0).minus(erf_near(x)).value();
    if x.hi < NEAR { near } else { far }
}

/// `erfc x` for `0 <= x <= 25`.
#[inline(always)]
pub(crate) fn erfc(x: f64) -> Pair {
    erfc_of_pair(Pair::new(x))
}

/// [`erfc`] of two doubles.
#[inline(always)]
pub(crate) fn erfc_of_pair(x: Pair) -> Pair {
    let (exponential, factor) = parts(at_least_near(x));
    let far = exponential.pair().times(factor);
    Pair::select(x.hi < NEAR, Pair::new(1.0).minus(erf_near(x)), far)
}

/// `erf x` for `0 <= x <= 25`.
#[inline(always)]
pub(crate) fn erf(x: f64) -> Pair {
    let x = Pair::new(x);
    let (exponential, factor) = parts(at_least_near(x));
    let far = Pair::new(1.0).minus(exponential.pair().times(factor));
    Pair::select(x.hi < NEAR, erf_near(x), far)
}
