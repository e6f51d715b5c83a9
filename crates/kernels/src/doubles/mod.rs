//! Arithmetic on one double, or on several vectors of doubles at once.
//!
//! A processor starts an operation of a long chain when the one before it is done, and looks ahead over few elements only. A function over
//! [`Doubles`] takes each step for several vectors before the next step, so that none waits; where a processor has an instruction for a step
//! that the compiler does not find, it is used. The steps are the same for one double, and so are the bits.

use std::hint::select_unpredictable;
use std::ops::{Add, Mul, Sub};

use crate::coefficients::{INVERSE, POWERS_OF_SIXTEENTHS};

mod error_bound;

pub(crate) use error_bound::{ErrorBound, LOST_BITS};

#[cfg(target_arch = "x86_64")]
#[macro_use]
mod vectors;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Fours, avx512::Lanes};

/// Doubles of one vector.
#[cfg(target_arch = "x86_64")]
pub(crate) const WIDTH: usize = 8;

/// Added and subtracted, it rounds a double below 2^51 to an integer, whose lowest bits are the lowest bits of the sum.
pub(crate) const TO_INTEGER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// Added and subtracted, it rounds a double below 2^47 to a sixteenth of an integer, whose number is in the lowest bits of the sum.
pub(crate) const TO_SIXTEENTH: f64 = 422_212_465_065_984.0; // 1.5 * 2^48

/// Doubles that a function is computed of in the same steps.
pub(crate) trait Doubles:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// True if looking up entries of a table is an instruction, and not several for each double.
    const TABLES: bool;

    /// `value` as often as there are doubles.
    fn all(self, value: f64) -> Self;

    /// `self * factor + addend`, rounded once.
    fn mul_add(self, factor: Self, addend: Self) -> Self;

    /// `self * factor - subtrahend`, rounded once.
    fn mul_sub(self, factor: Self, subtrahend: Self) -> Self;

    /// `addend - self * factor`, rounded once.
    fn neg_mul_add(self, factor: Self, addend: Self) -> Self;

    /// `self / divisor`, rounded once.
    fn over(self, divisor: Self) -> Self;

    /// The larger one of each and `limit`; NaN stays NaN.
    fn at_least(self, limit: f64) -> Self;

    /// The smaller one of each and `limit`; NaN stays NaN.
    fn at_most(self, limit: f64) -> Self;

    /// `|self|`.
    fn abs(self) -> Self;

    /// `self` with the sign bit of `x`.
    fn with_sign_of(self, x: Self) -> Self;

    /// `below` where `self < limit`, `otherwise` elsewhere.
    fn if_below(self, limit: f64, below: Self, otherwise: Self) -> Self;

    /// `2^(n/16)` for the integer in the lowest bits of `self`, which is n sixteenths plus [`TO_SIXTEENTH`]; the power is not near an end of
    /// the exponents.
    fn power_of_sixteenths(self) -> Self;

    /// `self * 2^n` for the integer n in the lowest bits of `sum`; neither `self` nor the product is near an end of the exponents.
    fn scaled_by(self, sum: Self) -> Self;

    /// `self`, with its sign changed where the integer in the lowest bits of `sum` is odd.
    fn negated_if_odd(self, sum: Self) -> Self;

    /// `odd` where the integer in the lowest bits of `self` is odd, `even` elsewhere.
    fn if_odd(self, odd: Self, even: Self) -> Self;

    /// `self = 2^k m` with m in `[3/4, 3/2)`, for positive normal numbers whose last bits are zero: k and m.
    fn split(self) -> (Self, Self);

    /// For each the entry of `table` that four of its bits select, of which the lowest is number `PLACE`.
    fn entries<const PLACE: u32>(self, table: &'static [f64; 16]) -> Self;

    /// The square root.
    fn sqrt(self) -> Self;

    /// `1 / self` with a relative error below 2^-14, which may depend on the processor, for what has a size between 2^-1000 and 2^1000.
    fn nearly_inverted(self) -> Self;

    /// `1 / √self` with a relative error below 2^-11, which may depend on the processor, for floats that are positive normal numbers.
    fn nearly_inverse_root(self) -> Self;

    /// `self * factor + addend`, rounded once.
    #[inline(always)]
    fn times_plus(self, factor: Self, addend: f64) -> Self {
        self.mul_add(factor, self.all(addend))
    }

    /// `self * factor`.
    #[inline(always)]
    fn times(self, factor: f64) -> Self {
        self * self.all(factor)
    }

    /// `self + addend`.
    #[inline(always)]
    fn plus(self, addend: f64) -> Self {
        self + self.all(addend)
    }

    /// `numerator / self`, for what [`Doubles::nearly_inverted`] takes, with a relative error below 2^-42.
    #[inline(always)]
    fn divide(self, numerator: Self) -> Self {
        let inverse = self.nearly_inverted();
        let rest = self.neg_mul_add(inverse, self.all(1.0));
        let first = numerator * inverse;
        first.mul_add(rest.mul_add(rest, rest), first)
    }

    /// `1 / self`, as [`Doubles::divide`].
    #[inline(always)]
    fn inverse(self) -> Self {
        let inverse = self.nearly_inverted();
        let rest = self.neg_mul_add(inverse, self.all(1.0));
        inverse.mul_add(rest.mul_add(rest, rest), inverse)
    }

    /// The polynomial with the coefficients `c`, lowest power first.
    #[inline(always)]
    fn polynomial<const N: usize>(self, c: &[f64; N]) -> Self {
        let mut sum = self.all(c[N - 1]);
        for &c in c[..N - 1].iter().rev() {
            sum = sum.times_plus(self, c);
        }
        sum
    }
}

/// Vectors of doubles that are made of floats and made floats.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "vectors of x86-64 alone use it")
)]
pub(crate) trait Vectors: Doubles {
    /// Proof that the machine has the instructions.
    type Proof: Copy;

    /// Number of doubles.
    const COUNT: usize;

    /// The floats of `x`, of which there are [`Vectors::COUNT`].
    fn load(proof: Self::Proof, x: &[f32]) -> Self;

    /// Writes them to `y`, of which there are [`Vectors::COUNT`].
    fn store_doubles(self, y: &mut [f64]);

    /// Writes the nearest floats to `y`, of which there are [`Vectors::COUNT`].
    fn store(self, y: &mut [f32]);

    /// Returns true if the float nearest to one of them is undecided, unless it is subnormal: see [`ErrorBound`].
    fn any_undecided(self, error_bound: ErrorBound) -> bool;

    /// Returns true if one of them may be subnormal as a float.
    fn any_tiny(self) -> bool;
}

#[cfg(target_arch = "x86_64")]
const SIGN: u64 = 1 << 63;
const ONE_BITS: u64 = 0x3ff0_0000_0000_0000;
/// Less the bits of `2^k (1 + f)`, the bits of `2^-k (1 - f/2)`.
const INVERSE_OF_BITS: u64 = 0x7fe0_0000_0000_0000;

const THREE_QUARTERS_BITS: u64 = 0x3fe8_0000_0000_0000;
/// An integer below it in the last bits of it is the sum of both.
const TWO_TO_52_BITS: u64 = 0x4330_0000_0000_0000;
const TWO_TO_52: f64 = 4_503_599_627_370_496.0;

impl Doubles for f64 {
    const TABLES: bool = false;

    #[inline(always)]
    fn all(self, value: f64) -> f64 {
        value
    }

    #[inline(always)]
    fn mul_add(self, factor: f64, addend: f64) -> f64 {
        f64::mul_add(self, factor, addend)
    }

    #[inline(always)]
    fn mul_sub(self, factor: f64, subtrahend: f64) -> f64 {
        f64::mul_add(self, factor, -subtrahend)
    }

    #[inline(always)]
    fn neg_mul_add(self, factor: f64, addend: f64) -> f64 {
        f64::mul_add(self, -factor, addend)
    }

    #[inline(always)]
    fn over(self, divisor: f64) -> f64 {
        self / divisor
    }

    #[inline(always)]
    fn at_least(self, limit: f64) -> f64 {
        if self < limit { limit } else { self }
    }

    #[inline(always)]
    fn at_most(self, limit: f64) -> f64 {
        if self > limit { limit } else { self }
    }

    #[inline(always)]
    fn abs(self) -> f64 {
        f64::abs(self)
    }

    #[inline(always)]
    fn with_sign_of(self, x: f64) -> f64 {
        f64::copysign(self, x)
    }

    #[inline(always)]
    fn if_below(self, limit: f64, below: f64, otherwise: f64) -> f64 {
        select_unpredictable(self < limit, below, otherwise)
    }

    #[inline(always)]
    fn power_of_sixteenths(self) -> f64 {
        let bits = self.to_bits();
        let fraction = POWERS_OF_SIXTEENTHS[(bits & 15) as usize];
        f64::from_bits(fraction.to_bits().wrapping_add(bits >> 4 << 52))
    }

    #[inline(always)]
    fn scaled_by(self, sum: f64) -> f64 {
        f64::from_bits(self.to_bits().wrapping_add(sum.to_bits() << 52))
    }

    #[inline(always)]
    fn negated_if_odd(self, sum: f64) -> f64 {
        f64::from_bits(self.to_bits() ^ sum.to_bits() << 63)
    }

    #[inline(always)]
    fn if_odd(self, odd: f64, even: f64) -> f64 {
        select_unpredictable(self.to_bits() & 1 != 0, odd, even)
    }

    #[inline(always)]
    fn split(self) -> (f64, f64) {
        let bits = self.to_bits();
        let biased = bits.wrapping_add(ONE_BITS - THREE_QUARTERS_BITS) >> 52;
        let mantissa = f64::from_bits(bits.wrapping_sub(biased << 52).wrapping_add(ONE_BITS));
        let k = f64::from_bits(biased | TWO_TO_52_BITS) - (TWO_TO_52 + 1023.0);
        (k, mantissa)
    }

    #[inline(always)]
    fn entries<const PLACE: u32>(self, table: &'static [f64; 16]) -> f64 {
        table[(self.to_bits() >> PLACE & 15) as usize]
    }

    #[inline(always)]
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }

    #[inline(always)]
    fn nearly_inverted(self) -> f64 {
        let rough = f64::from_bits(INVERSE_OF_BITS.wrapping_sub(self.to_bits()));
        rough * (self * rough).polynomial(&INVERSE)
    }

    #[inline(always)]
    fn nearly_inverse_root(self) -> f64 {
        // Of floats, a root and a division take half the time of those of doubles.
        f64::from(1.0 / (self as f32).sqrt())
    }
}
