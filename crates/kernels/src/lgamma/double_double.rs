//! Numbers held as an unevaluated sum of two doubles, about 100 bits.
//!
//! Sums and products follow Dekker (1971) and Knuth (TAOCP 2, 4.2.2), with the error of a product from a fused
//! multiply-add. A fused multiply-add rounds once wherever it runs, so the bits do not depend on the instruction set.

use std::ops::{Add, Mul, Neg};

/// `high + low`, with `high` the double nearest to the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoubleDouble {
    pub(super) high: f64,
    pub(super) low: f64,
}

impl DoubleDouble {
    #[inline(always)]
    pub(super) const fn new(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    /// `a + b` exactly.
    #[inline(always)]
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let b_part = high - a;
        Self::new(high, (a - (high - b_part)) + (b - b_part))
    }

    /// `a + b` exactly, for a number `a` that is zero or not smaller in magnitude than `b`.
    #[inline(always)]
    pub(super) fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self::new(high, b - (high - a))
    }

    /// `a * b` exactly, as long as the result neither overflows nor comes near the subnormal range.
    #[inline(always)]
    pub(super) fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Self::new(high, a.mul_add(b, -high))
    }

    /// `self` times a power of two.
    #[inline(always)]
    pub(super) fn scaled(self, power: f64) -> Self {
        Self::new(self.high * power, self.low * power)
    }

    /// `self * factor`, without the last step that makes `high` the nearest double again.
    #[inline(always)]
    fn times(self, factor: Self) -> Self {
        let Self { high, low } = Self::product(self.high, factor.high);
        let cross = self.low.mul_add(factor.high, self.high * factor.low);
        Self::new(high, low + cross)
    }

    /// `self * x + term`.
    #[inline(always)]
    pub(super) fn horner(self, x: Self, term: (f64, f64)) -> Self {
        let product = self.times(x);
        let Self { high, low } = Self::sum(term.0, product.high);
        Self::ordered_sum(high, low + (product.low + term.1))
    }
}

impl From<f64> for DoubleDouble {
    #[inline(always)]
    fn from(high: f64) -> Self {
        Self::new(high, 0.0)
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    /// Keeps the relative error small where the two numbers cancel, too.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let high = Self::sum(self.high, other.high);
        let low = Self::sum(self.low, other.low);
        let first = Self::ordered_sum(high.high, high.low + low.high);
        Self::ordered_sum(first.high, first.low + low.low)
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: Self) -> Self {
        let Self { high, low } = self.times(factor);
        Self::ordered_sum(high, low)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.high, -self.low)
    }
}
