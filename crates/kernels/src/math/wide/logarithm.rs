//! Natural logarithms in two doubles, accurate also beside 1.

use super::exponential::{LN_2_HIGH, LN_2_LOW};
use super::pair::Pair;
use crate::math::coefficients::LOG_TAIL;
use crate::math::logarithm::split;
use crate::math::steps::polynomial;

/// `ln(2^k (1 + f) (1 + relative))`, where `relative` is below 2^-52.
#[inline(always)]
fn joined(k: f64, f: f64, relative: f64) -> Pair {
    let square = Pair::product(f, f);
    let tail = square.hi * f * polynomial(&LOG_TAIL, f);
    let head = Pair::ordered(f, -0.5 * square.hi);
    let low = head.lo + ((-0.5f64).mul_add(square.lo, tail) + relative);
    let log = Pair::ordered(head.hi, low);
    let total = Pair::sum(k * LN_2_HIGH, log.hi);
    Pair::ordered(total.hi, total.lo + k.mul_add(LN_2_LOW, log.lo))
}

/// `ln x` for positive finite numbers, subnormal ones included.
#[inline(always)]
pub(crate) fn ln(x: f64) -> Pair {
    let subnormal = x < f64::MIN_POSITIVE;
    let (k, f) = split(if subnormal { x * TWO_TO_54 } else { x });
    joined(if subnormal { k - 54.0 } else { k }, f, 0.0)
}

const TWO_TO_54: f64 = 18_014_398_509_481_984.0;

/// `ln(1 + x)` for `x > -1`.
#[inline(always)]
pub(crate) fn ln_1p(x: Pair) -> Pair {
    let sum = Pair::sum(1.0, x.hi);
    let (k, f) = split(sum.hi);
    // What the sum has lost of a small `x` is not lost.
    let near = k == 0.0;
    let rest = if near { x.lo } else { sum.lo + x.lo };
    joined(k, if near { x.hi } else { f }, rest / sum.hi)
}
