//! The error function in two doubles.

use super::exponential::{Exponential, powers};
use super::pair::Pair;
use crate::math::coefficients::{ERF_TAIL, ERFC_PAIRS, ERFC_REST, TWO_OVER_ROOT_PI};
use crate::math::steps::polynomial;

/// Where the approximation of `erfc` begins to turn: M. Shepherd and J. Laframboise (1981).
pub(crate) const TURN: f64 = 3.75;

/// `erfc x` for `0 <= x <= 30`: a power of `e`, and what it is multiplied by.
#[inline(always)]
fn parts(x: Pair) -> (Exponential, Pair) {
    let turn = Pair::new(TURN);
    let u = x.minus(turn).over(x.plus(turn));
    let mut sum = Pair::new(polynomial(&ERFC_REST, u.hi));
    let mut i = ERFC_PAIRS.len();
    while i > 0 {
        i -= 1;
        sum = sum.times(u).plus(Pair::of(ERFC_PAIRS[i]));
    }
    let exponential = Exponential::of(x.times(x).negative());
    (exponential, sum.over(x.scaled(2.0).plus(Pair::new(1.0))))
}

/// `erfc x` for `0 <= x <= 30`, also where it underflows.
#[inline(always)]
pub(crate) fn erfc_value(x: f64) -> f64 {
    let (exponential, factor) = parts(Pair::new(x));
    let (first, second) = powers(exponential.k);
    exponential.mantissa().times(factor).value() * first * second
}

/// `erfc x` for `0 <= x <= 25`.
#[inline(always)]
pub(crate) fn erfc(x: f64) -> Pair {
    erfc_of_pair(Pair::new(x))
}

/// [`erfc`] of two doubles.
#[inline(always)]
pub(crate) fn erfc_of_pair(x: Pair) -> Pair {
    let (exponential, factor) = parts(x);
    exponential.pair().times(factor)
}

/// `erf x` for `0 <= x <= 25`.
#[inline(always)]
pub(crate) fn erf(x: f64) -> Pair {
    let square = x * x;
    let tail = x * square * polynomial(&ERF_TAIL, if x < 0.5 { square } else { 0.25 });
    let head = Pair::of(TWO_OVER_ROOT_PI).times(Pair::new(x));
    let near = Pair::ordered(head.hi, head.lo + tail);
    Pair::select(x < 0.5, near, Pair::new(1.0).minus(erfc(x)))
}
