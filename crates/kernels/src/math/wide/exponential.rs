//! `e^x` in two doubles.

use std::f64::consts::LOG2_E;

use super::pair::Pair;
use crate::coefficients::{COS_FOURTH, EXP_TAIL, LN_2, SIXTH};
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
    /// From this `k` on, a 1 beside the power does not count; from its negative down, the power does not count beside 1.
    pub const ALONE: i64 = 80;

    /// Of `x`, which is brought between ±800.
    #[inline(always)]
    pub fn of(x: Pair) -> Self {
        let hi = clamp(x.hi, -800.0, 800.0);
        let lo = if hi == x.hi { x.lo } else { 0.0 };
        let sum = hi.mul_add(LOG2_E, TO_INTEGER);
        let n = sum - TO_INTEGER;
        // Exact: a multiple of the last bit of one of the two, below 1.
        let rest = (-n).mul_add(LN_2_HIGH, hi);
        // Where the low part is the larger one, what is lost is nothing beside the power of two.
        let r = Pair::ordered_sum(rest, -n * LN_2_LOW);
        let r = Pair::ordered_sum(r.hi, r.lo + lo);
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
        let sum = Pair::ordered_sum(1.0, self.m1.hi);
        Pair::ordered_sum(sum.hi, sum.lo + self.m1.lo)
    }

    /// The nearest double, also where it overflows; rounded twice where it is subnormal.
    #[inline(always)]
    pub fn value(self) -> f64 {
        let sum = Pair::ordered_sum(1.0, self.m1.hi);
        let mantissa = Pair {
            hi: sum.hi,
            lo: sum.lo + self.m1.lo,
        };
        mantissa.value_scaled(self.k)
    }

    /// The nearest double, also where it is subnormal.
    #[inline(always)]
    pub fn value_once(self) -> f64 {
        self.mantissa().value_scaled_once(self.k)
    }

    /// In two doubles; 0 or infinity where the high one underflows or overflows.
    #[inline(always)]
    pub fn pair(self) -> Pair {
        let (first, second) = powers(self.k);
        self.mantissa().scaled(first).scaled(second)
    }

    /// `e^x - 1`, for `k` of at most [`Self::ALONE`].
    #[inline(always)]
    pub fn minus_one(self) -> Pair {
        const MOST: i64 = Exponential::ALONE;
        let k = if self.k > MOST { MOST } else { self.k };
        let power = power(if k < -MOST { -MOST } else { k });
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

/// Two numbers whose product is `2^k`, for `k` from -2046 to 2046.
#[inline(always)]
pub(crate) fn powers(k: i64) -> (f64, f64) {
    // Of what is not negative, a vector has a shift.
    let both = k.wrapping_add(2046) as u64;
    let half = both >> 1;
    (
        f64::from_bits(half << 52),
        f64::from_bits(both.wrapping_sub(half) << 52),
    )
}

/// `x + x² (1/2 + x (1/6 + x tail))`, the sums in two doubles: the tail is below 2^-10 of the whole. The low half may be some units of the high one.
#[inline(always)]
fn exp_m1_of_small(Pair { hi, lo }: Pair) -> Pair {
    let x = Pair::new(hi);
    let cubic = Pair::ordered_sum(SIXTH[0], hi * polynomial(&EXP_TAIL, hi));
    let cubic = Pair {
        hi: cubic.hi,
        lo: cubic.lo + SIXTH[1],
    };
    let rest = cubic.times_plus(x, Pair::new(0.5));
    let m1 = rest.times_plus(Pair::product(hi, hi), x);
    // The low half of `x` counts as many times as `e^x`.
    Pair {
        hi: m1.hi,
        lo: m1.lo + lo.mul_add(m1.hi, lo),
    }
}

/// `e^x` less `one`, for `x` from -700 to 1, with an absolute error below 2^-76: where terms of about 1 cancel.
#[inline(always)]
pub(crate) fn exp_less(x: Pair, one: f64) -> Pair {
    /// Number of times that the argument is halved.
    const HALVINGS: i64 = 3;
    /// The coefficients from the fifth power on.
    const TAIL: [f64; 6] = [
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5040.0,
        1.0 / 40320.0,
        1.0 / 362880.0,
        1.0 / 3628800.0,
    ];
    let sum = x.hi.mul_add(LOG2_E, TO_INTEGER);
    let n = sum - TO_INTEGER;
    let rest = (-n).mul_add(LN_2_HIGH, x.hi);
    let low = Pair::product(-n, LN_2_LOW);
    let r = Pair::sum(rest, low.hi).plus(Pair::new(low.lo + x.lo));
    let r = r.scaled(power(-HALVINGS));
    let fourth = Pair::new(polynomial(&TAIL, r.hi)).times_plus(r, Pair::of(COS_FOURTH));
    let third = fourth.times_plus(r, Pair::of(SIXTH));
    let second = third.times_plus(r, Pair::new(0.5));
    let mut m1 = second.times(r.times(r)).plus(r);
    for _ in 0..HALVINGS {
        // (1 + m)^2 - 1
        m1 = m1.times(m1.plus(Pair::new(2.0)));
    }
    let power = power(integer(sum));
    Pair::sum(power, -one).plus(m1.scaled(power))
}
