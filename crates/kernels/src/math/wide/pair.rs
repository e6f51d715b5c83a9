//! Unevaluated sums of two doubles. As `crate::double_double`, but a product is two operations by a fused multiply-add.

use super::exponential::{power, powers};

/// See [`Pair::enlarged`].
const ENLARGED: i64 = 600;

/// The inverse of a power of two.
#[inline(always)]
fn inverse_power(power: f64) -> f64 {
    const TWICE_THE_BIAS: u64 = 2046 << (f64::MANTISSA_DIGITS - 1);
    f64::from_bits(TWICE_THE_BIAS - power.to_bits())
}

/// `hi + lo`, where `lo` is at most half a unit of `hi`.
#[derive(Clone, Copy)]
pub(crate) struct Pair {
    pub hi: f64,
    pub lo: f64,
}

impl Pair {
    pub const fn of([hi, lo]: [f64; 2]) -> Self {
        Pair { hi, lo }
    }

    /// A double.
    #[inline(always)]
    pub fn new(hi: f64) -> Self {
        Pair { hi, lo: 0.0 }
    }

    /// `a + b`, exactly.
    #[inline(always)]
    pub fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let b_part = hi - a;
        Pair {
            hi,
            lo: (a - (hi - b_part)) + (b - b_part),
        }
    }

    /// `a + b`, exactly, if `|a| >= |b|` or `a` is 0.
    #[inline(always)]
    pub fn ordered(a: f64, b: f64) -> Self {
        let hi = a + b;
        Pair {
            hi,
            lo: b - (hi - a),
        }
    }

    /// `a * b`, exactly, unless the low half underflows.
    #[inline(always)]
    pub fn product(a: f64, b: f64) -> Self {
        let hi = a * b;
        Pair {
            hi,
            lo: a.mul_add(b, -hi),
        }
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let high = Self::sum(self.hi, other.hi);
        let low = Self::sum(self.lo, other.lo);
        let high = Self::ordered(high.hi, high.lo + low.hi);
        Self::ordered(high.hi, high.lo + low.lo)
    }

    #[inline(always)]
    pub fn minus(self, other: Self) -> Self {
        self.plus(other.negative())
    }

    #[inline(always)]
    pub fn negative(self) -> Self {
        Pair {
            hi: -self.hi,
            lo: -self.lo,
        }
    }

    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        let low = self
            .hi
            .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo));
        Self::ordered(product.hi, low)
    }

    /// Times a power of two.
    #[inline(always)]
    pub fn scaled(self, power: f64) -> Self {
        Pair {
            hi: self.hi * power,
            lo: self.lo * power,
        }
    }

    /// `self * other + first`, where `first` is at least as large as the product.
    #[inline(always)]
    pub fn times_plus(self, other: Self, first: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        let low = self
            .hi
            .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo));
        let sum = Self::ordered(first.hi, product.hi);
        Pair {
            hi: sum.hi,
            lo: sum.lo + (low + first.lo),
        }
    }

    /// As [`Pair::times`], with a low half that may be some units of the high one.
    #[inline(always)]
    pub fn times_loosely(self, other: Self) -> Self {
        let product = Self::product(self.hi, other.hi);
        Pair {
            hi: product.hi,
            lo: self
                .hi
                .mul_add(other.lo, self.lo.mul_add(other.hi, product.lo)),
        }
    }

    /// By one division: its inverse makes the quotient, a unit or two off, and then what that lacks.
    #[inline(always)]
    pub fn over(self, other: Self) -> Self {
        let quotient = self.over_loosely(other);
        Self::ordered(quotient.hi, quotient.lo)
    }

    /// As [`Pair::over`], with a low half that may be some units of the high one.
    #[inline(always)]
    pub fn over_loosely(self, other: Self) -> Self {
        let inverse = 1.0 / other.hi;
        let quotient = self.hi * inverse;
        let rest = (-quotient).mul_add(other.hi, self.hi);
        let rest = (-quotient).mul_add(other.lo, rest + self.lo);
        Pair {
            hi: quotient,
            lo: rest * inverse,
        }
    }

    /// The square root; 0 of 0.
    #[inline(always)]
    pub fn sqrt(self) -> Self {
        let root = self.hi.sqrt();
        let rest = (-root).mul_add(root, self.hi) + self.lo;
        let low = rest / (2.0 * root);
        Self::ordered(root, if root == 0.0 { 0.0 } else { low })
    }

    /// The nearest double.
    #[inline(always)]
    pub fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// `2^k` times the nearest double, which is rounded again where the product is subnormal.
    #[inline(always)]
    pub fn value_scaled(self, k: i64) -> f64 {
        let (first, second) = powers(k);
        self.value() * first * second
    }

    /// The nearest double to `2^k` times the number, also where that is subnormal: what is lost there of the high half counts before the sum is
    /// rounded.
    #[inline(always)]
    pub fn value_scaled_once(self, k: i64) -> f64 {
        let (first, second) = powers(k);
        let high = self.hi * first * second;
        let lost = self.hi - high * inverse_power(first) * inverse_power(second);
        let tiny = high + (lost + self.lo) * first * second;
        // From twice the smallest normal number on, the sum would be rounded to fewer bits than its low half.
        if high.abs() < 2.0 * f64::MIN_POSITIVE {
            tiny
        } else {
            self.value() * first * second
        }
    }

    /// A tiny number, times a power of two that [`Pair::value_reduced`] takes away: products with it have their low halves.
    #[inline(always)]
    pub fn enlarged(x: f64) -> Self {
        Pair::new(x * power(ENLARGED))
    }

    /// See [`Pair::enlarged`].
    #[inline(always)]
    pub fn value_reduced(self) -> f64 {
        self.value_scaled_once(-ENLARGED)
    }

    /// What moves a number to one side of itself for [`Pair::odd`], and no result of two floats over the middle between two floats.
    pub const BESIDE: f64 = 1.0 / (1u128 << 80) as f64;

    /// The nearest double if it is the number but for errors of the arithmetic; or else the one of the two doubles around it whose last bit is set.
    /// Rounding that to a float gives what rounding the number would have given.
    pub fn odd(self) -> f64 {
        /// Errors of the arithmetic are below this share.
        const NOTHING: f64 = Pair::BESIDE / 8.0;
        let Pair { hi, lo } = Pair::ordered(self.hi, self.lo);
        let is_exact = lo.abs() <= hi.abs() * NOTHING;
        let bits = hi.to_bits();
        if is_exact || bits & 1 == 1 {
            return hi;
        }
        let toward_zero = (lo < 0.0) != (hi < 0.0);
        f64::from_bits(if toward_zero { bits - 1 } else { bits + 1 })
    }

    /// One or the other.
    #[inline(always)]
    pub fn select(condition: bool, yes: Self, no: Self) -> Self {
        Pair {
            hi: if condition { yes.hi } else { no.hi },
            lo: if condition { yes.lo } else { no.lo },
        }
    }
}
