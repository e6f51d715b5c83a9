//! `e^x` in two doubles.

use std::f64::consts::LOG2_E;

use super::pair::Pair;
use crate::math::coefficients::{EXP_TAIL, LN_2};
use crate::math::steps::{TO_INTEGER, clamp, polynomial};

/// ln 2 in 33 bits, whose products with small integers are exact, and the rest.
pub(super) const LN_2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
pub(super) const LN_2_LOW: f64 = (LN_2[0] - LN_2_HIGH) + LN_2[1];

/// `2^k (1 + m1)`, the number 1 and the power not multiplied.
#[derive(Clone, Copy)]
pub(crate) struct Exponential {
    pub k: i64,
    pub m1: Pair,
}

impl Exponential {
    /// Of `x`, which is brought between ±800.
    #[inline(always)]
    pub fn of(x: Pair) -> Self {
        let hi = clamp(x.hi, -800.0, 800.0);
        let lo = if hi == x.hi { x.lo } else { 0.0 };
        let sum = hi.mul_add(LOG2_E, TO_INTEGER);
        let n = sum - TO_INTEGER;
        // Exact: a multiple of the last bit of one of the two, below 1.
        let rest = (-n).mul_add(LN_2_HIGH, hi);
        let r = Pair::sum(rest, -n * LN_2_LOW);
        let r = Pair::sum(r.hi, r.lo + lo);
        Exponential {
            k: integer(sum),
            m1: exp_m1_of_small(r),
        }
    }

    /// `2^x`, with `x` brought between ±1200.
    #[inline(always)]
    pub fn of_two(x: Pair) -> Self {
        let hi = clamp(x.hi, -1200.0, 1200.0);
        let lo = if hi == x.hi { x.lo } else { 0.0 };
        let sum = hi + TO_INTEGER;
        let rest = hi - (sum - TO_INTEGER);
        let r = Pair { hi: rest, lo }.times(Pair::of(LN_2));
        Exponential {
            k: integer(sum),
            m1: exp_m1_of_small(r),
        }
    }

    /// `1 + m1`.
    #[inline(always)]
    pub fn mantissa(self) -> Pair {
        let sum = Pair::ordered(1.0, self.m1.hi);
        Pair::ordered(sum.hi, sum.lo + self.m1.lo)
    }

    /// The nearest double, also where it overflows or underflows.
    #[inline(always)]
    pub fn value(self) -> f64 {
        let (first, second) = powers(self.k);
        self.mantissa().value() * first * second
    }

    /// In two doubles; 0 or infinity where the high one underflows or overflows.
    #[inline(always)]
    pub fn pair(self) -> Pair {
        let (first, second) = powers(self.k);
        self.mantissa().scaled(first).scaled(second)
    }

    /// `e^x - 1`, for `k` of at most 60.
    #[inline(always)]
    pub fn minus_one(self) -> Pair {
        let k = if self.k > 60 { 60 } else { self.k };
        let power = power(if k < -60 { -60 } else { k });
        Pair::sum(power, -1.0).plus(self.m1.scaled(power))
    }
}

/// The integer that was rounded to by adding [`TO_INTEGER`].
#[inline(always)]
fn integer(sum: f64) -> i64 {
    sum.to_bits().wrapping_sub(TO_INTEGER.to_bits()) as i64
}

/// `2^k` for a normal number.
#[inline(always)]
pub(crate) fn power(k: i64) -> f64 {
    f64::from_bits((1023u64.wrapping_add_signed(k)) << 52)
}

/// Two numbers whose product is `2^k`.
#[inline(always)]
pub(crate) fn powers(k: i64) -> (f64, f64) {
    let half = k >> 1;
    (power(half), power(k - half))
}

#[inline(always)]
fn exp_m1_of_small(Pair { hi, lo }: Pair) -> Pair {
    let square = Pair::product(hi, hi);
    let tail = square.hi * hi * polynomial(&EXP_TAIL, hi);
    let head = Pair::ordered(hi, 0.5 * square.hi);
    let low = 0.5f64.mul_add(square.lo, tail) + lo.mul_add(hi, lo);
    Pair::ordered(head.hi, head.lo + low)
}
