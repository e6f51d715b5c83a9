//! Natural logarithms in two doubles, accurate also beside 1.

use super::exponential::{LN_2_HIGH, LN_2_LOW};
use super::pair::Pair;
use crate::coefficients::{ATANH_TAIL, THIRD};
use crate::math::logarithm::split;
use crate::math::steps::polynomial;

/// `ln(2^k (1 + f))`, for `1 + f` between √½ and √2: `ln(1 + f) = 2 atanh s` with `s = f / (2 + f)`, and `atanh s = s + s s² (1/3 + s² tail)`, the sums
/// in two doubles. The tail is below 2^-12 of the whole.
#[inline(always)]
fn joined(k: f64, f: Pair) -> Pair {
    let below = Pair::ordered_sum(2.0, f.hi);
    // Of a tiny `f`, its double has all bits.
    let twice = f.scaled(2.0).over_loosely(Pair {
        hi: below.hi,
        lo: below.lo + f.lo,
    });
    let s = twice.scaled(0.5);
    let square = s.times_loosely(s);
    let cubic = Pair::ordered_sum(THIRD[0], square.hi * polynomial(&ATANH_TAIL, square.hi));
    let cubic = Pair {
        hi: cubic.hi,
        lo: cubic.lo + THIRD[1],
    };
    let log = cubic.times_loosely(square).times_plus(twice, twice);
    let total = Pair::ordered_sum(k * LN_2_HIGH, log.hi);
    Pair::ordered_sum(total.hi, total.lo + k.mul_add(LN_2_LOW, log.lo))
}

/// `ln x` for positive finite numbers, subnormal ones included.
#[inline(always)]
pub(crate) fn ln(x: f64) -> Pair {
    let subnormal = x < f64::MIN_POSITIVE;
    let (k, f) = split(if subnormal { x * TWO_TO_54 } else { x });
    joined(if subnormal { k - 54.0 } else { k }, Pair::new(f))
}

const TWO_TO_54: f64 = 18_014_398_509_481_984.0;

/// Adding it to an integer leaves that in the last bits, for an exponent.
const TO_EXPONENT: f64 = 4_503_599_627_370_496.0 + 1023.0;

/// `ln(1 + x)` for `x > -1`.
#[inline(always)]
pub(crate) fn ln_1p(x: Pair) -> Pair {
    let sum = Pair::sum(1.0, x.hi);
    let (k, f) = split(sum.hi);
    // What the sum has lost is scaled as the sum is. Of a large one that is nothing.
    let rest = if k < 1000.0 { sum.lo + x.lo } else { 0.0 };
    let rest = rest * f64::from_bits((TO_EXPONENT - k).to_bits() << 52);
    // What the sum has lost of a small `x` is not lost.
    let near = k == 0.0;
    joined(
        k,
        Pair {
            hi: if near { x.hi } else { f },
            lo: if near { x.lo } else { rest },
        },
    )
}
