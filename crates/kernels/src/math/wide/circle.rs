//! Sine and cosine of doubles, in two doubles. Large arguments are reduced in a way of their own, which is none for vectors.

use std::f64::consts::FRAC_2_PI;

use super::pair::Pair;
use crate::coefficients::{COS_FOURTH, COS_TAIL, HALF_PI, SIN_FIFTH, SIN_TAIL, SIXTH, TWO_OVER_PI};
use crate::math::steps::{TO_INTEGER, polynomial};

/// An angle below about π/4, and the number of right angles that were taken away, modulo 4.
pub(crate) struct Reduced {
    pub r: Pair,
    pub quadrant: u64,
}

/// Up to here, products of the number of right angles with pieces of π/2 of 33 bits are exact.
const MODERATE: f64 = 1_048_576.0;

/// π/2 in three pieces of 33 bits and one of 53.
const PIECES: [f64; 4] = [
    f64::from_bits(0x3ff9_21fb_5440_0000),
    f64::from_bits(0x3dd0_b461_1a60_0000),
    f64::from_bits(0x3ba3_198a_2e00_0000),
    f64::from_bits(0x397b_839a_2520_49c1),
];

/// Returns true if an argument is none for [`reduce`]: large, infinite or NaN.
#[inline(always)]
pub(crate) fn is_large(x: f64) -> bool {
    (x.abs() >= MODERATE) | x.is_nan()
}

/// Reduces an `x` that is not large.
#[inline(always)]
pub(crate) fn reduce(x: f64) -> Reduced {
    let sum = x.mul_add(FRAC_2_PI, TO_INTEGER);
    let n = sum - TO_INTEGER;
    let first = (-n).mul_add(PIECES[0], x);
    let high = Pair::sum(first, -n * PIECES[1]);
    let low = Pair::sum(-n * PIECES[2], -n * PIECES[3]);
    Reduced {
        r: high.plus(low),
        quadrant: sum.to_bits() & 3,
    }
}

/// Returns `of` of a large `x` after its reduction; NaN of infinities and NaN.
#[inline(always)]
pub(crate) fn of_large(x: f64, of: impl Fn(Reduced) -> f64) -> f64 {
    if x.abs() < f64::INFINITY {
        of(reduce_large(x))
    } else {
        f64::NAN
    }
}

/// Multiplies by those 192 bits of 2/π that neither give whole turns nor are too small to count (M. Payne and R. Hanek, "Radian
/// reduction for trigonometric functions", 1983).
#[inline(never)]
fn reduce_large(x: f64) -> Reduced {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64 - 1023 - 52;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    // The bit of weight `2^(2 - exponent)` after the point of 2/π, times the mantissa's last bit, is one whole turn.
    let start = exponent - 2;
    let word = |i: i64| -> u64 {
        usize::try_from(i)
            .ok()
            .and_then(|i| TWO_OVER_PI.get(i))
            .copied()
            .unwrap_or(0)
    };
    let (first, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
    let window = |i: i64| -> u64 {
        let (high, low) = (word(first + i), word(first + i + 1));
        if shift == 0 {
            high
        } else {
            high << shift | low >> (64 - shift)
        }
    };
    let multiply = |word: u64, carry: u64| -> (u64, u64) {
        let product = u128::from(word) * u128::from(mantissa) + u128::from(carry);
        (product as u64, (product >> 64) as u64)
    };
    let (low, carry) = multiply(window(2), 0);
    let (middle, carry) = multiply(window(1), carry);
    let (high, _) = multiply(window(0), carry);
    // Two bits of quadrant, then the fraction of a right angle, rounded to the nearest quadrant.
    let quadrant = (high >> 62).wrapping_add(high >> 61 & 1);
    let fraction = [high << 2 | middle >> 62, middle << 2 | low >> 62, low << 2];
    let negative = fraction[0] >> 63 != 0;
    let flip = if negative { u64::MAX } else { 0 };
    let [high, middle, low] = fraction.map(|word| word ^ flip);
    // As many leading zeros as an angle can have are fewer than 64.
    let zeros = high.leading_zeros();
    let joined = u128::from(high) << 64 | u128::from(middle);
    let joined = if zeros == 0 {
        joined
    } else {
        joined << zeros | u128::from(low >> (64 - zeros))
    };
    let top = (joined >> 75) as u64;
    let rest = (joined >> 11) as u64;
    let scale = f64::from_bits((1023 - 53 - u64::from(zeros)) << 52);
    let part = Pair {
        hi: top as f64 * scale,
        lo: rest as f64 * scale * f64::from_bits((1023 - 64) << 52),
    };
    let r = Pair::ordered_sum(part.hi, part.lo).times(Pair::of(HALF_PI));
    // The sign of the fraction and that of `x`.
    let r = if negative != x.is_sign_negative() {
        r.negative()
    } else {
        r
    };
    let quadrant = if x.is_sign_negative() {
        quadrant.wrapping_neg()
    } else {
        quadrant
    };
    Reduced {
        r,
        quadrant: quadrant & 3,
    }
}

impl Reduced {
    /// The sine of `r`: `r + r r² (-1/6 + r² (1/120 + r² tail))`, the sums in two doubles.
    #[inline(always)]
    fn sin_of_r(&self) -> Pair {
        let square = self.r.times_loosely(self.r);
        let tail = Pair::new(polynomial(&SIN_TAIL, square.hi));
        let fifth = tail.times_plus(square, Pair::of(SIN_FIFTH));
        let third = fifth.times_plus(square, Pair::of(SIXTH).negative());
        third.times_loosely(square).times_plus(self.r, self.r)
    }

    /// The cosine of `r`: `1 + r² (-1/2 + r² (1/24 + r² tail))`, the sums in two doubles.
    #[inline(always)]
    fn cos_of_r(&self) -> Pair {
        let square = self.r.times_loosely(self.r);
        let tail = Pair::new(polynomial(&COS_TAIL, square.hi));
        let fourth = tail.times_plus(square, Pair::of(COS_FOURTH));
        let second = fourth.times_plus(square, Pair::new(-0.5));
        second.times_plus(square, Pair::new(1.0))
    }

    /// The sine.
    #[inline(always)]
    pub fn sin(&self) -> Pair {
        let part = Pair::select(self.quadrant & 1 == 0, self.sin_of_r(), self.cos_of_r());
        Pair::select(self.quadrant & 2 == 0, part, part.negative())
    }

    /// The cosine.
    #[inline(always)]
    pub fn cos(&self) -> Pair {
        let part = Pair::select(self.quadrant & 1 == 0, self.cos_of_r(), self.sin_of_r());
        let is_positive = self.quadrant.wrapping_add(1) & 2 == 0;
        Pair::select(is_positive, part, part.negative())
    }

    /// The tangent.
    #[inline(always)]
    pub fn tan(&self) -> Pair {
        let (sine, cosine) = (self.sin_of_r(), self.cos_of_r());
        let is_even = self.quadrant & 1 == 0;
        let above = Pair::select(is_even, sine, cosine.negative());
        above.over(Pair::select(is_even, cosine, sine))
    }
}
