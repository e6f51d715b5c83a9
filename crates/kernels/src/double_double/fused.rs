//! Products of two doubles each by fused multiply-adds: a product is two operations. One rounds once wherever it runs, so that bits do not depend on the instruction set.

use super::DoubleDouble;

impl DoubleDouble {
    /// Both halves.
    pub(crate) const fn of([hi, lo]: [f64; 2]) -> Self {
        Self { hi, lo }
    }

    /// `a * b`, exactly, unless the low half underflows.
    #[inline(always)]
    pub(crate) fn product(a: f64, b: f64) -> Self {
        let hi = a * b;
        Self {
            hi,
            lo: a.mul_add(b, -hi),
        }
    }

    /// `self - other`, as exact as [`DoubleDouble::plus`].
    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(other.negative())
    }

    /// `-self`.
    #[inline(always)]
    pub(crate) fn negative(self) -> Self {
        Self {
            hi: -self.hi,
            lo: -self.lo,
        }
    }

    /// `self * other`.
    #[inline(always)]
    pub(crate) fn times(self, other: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        let low = self
            .hi
            .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo));
        Self::ordered_sum(product.hi, low)
    }

    /// Times a power of two.
    #[inline(always)]
    pub(crate) fn scaled(self, power: f64) -> Self {
        Self {
            hi: self.hi * power,
            lo: self.lo * power,
        }
    }

    /// `self * other + first`, where `first` is at least as large as the product.
    #[inline(always)]
    pub(crate) fn times_plus(self, other: Self, first: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        let low = self
            .hi
            .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo));
        let sum = Self::ordered_sum(first.hi, product.hi);
        Self {
            hi: sum.hi,
            lo: sum.lo + (low + first.lo),
        }
    }

    /// As [`DoubleDouble::times`], with a low half that may be some units of the high one.
    #[inline(always)]
    pub(crate) fn times_loosely(self, other: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        Self {
            hi: product.hi,
            lo: self
                .hi
                .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo)),
        }
    }

    /// By one division: its inverse makes the quotient, a unit or two off, and then what that lacks.
    #[inline(always)]
    pub(crate) fn over(self, other: Self) -> Self {
        let quotient = self.over_loosely(other);
        Self::ordered_sum(quotient.hi, quotient.lo)
    }

    /// As [`DoubleDouble::over`], with a low half that may be some units of the high one.
    #[inline(always)]
    pub(crate) fn over_loosely(self, other: Self) -> Self {
        let inverse = 1.0 / other.hi;
        let quotient = self.hi * inverse;
        let rest = (-quotient).mul_add(other.hi, self.hi);
        let rest = (-quotient).mul_add(other.lo, rest + self.lo);
        Self {
            hi: quotient,
            lo: rest * inverse,
        }
    }

    /// The square root; 0 of 0.
    #[inline(always)]
    pub(crate) fn sqrt(self) -> Self {
        let root = self.hi.sqrt();
        let rest = (-root).mul_add(root, self.hi) + self.lo;
        let low = rest / (2.0 * root);
        Self::ordered_sum(root, if root == 0.0 { 0.0 } else { low })
    }
}
