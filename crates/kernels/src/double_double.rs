//! Numbers of twice the length of a double: the unevaluated sum of two, about 104 bits.
//!
//! Dekker's and Knuth's error-free sums and products. A product is exact in two ways with the same bits: `split_*` multiply and add halves of 26 bits, for loops that run on the
//! baseline instruction set, where a fused multiply-add would be a library call; the others take one. Split products are valid for finite values below 2^995.

mod fused;

/// `hi + lo`, where `hi` is the sum rounded to a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    /// The number rounded to a double.
    pub hi: f64,
    /// The error of `hi`.
    pub lo: f64,
}

impl DoubleDouble {
    /// ln 2.
    pub const LN_2: Self = Self {
        hi: std::f64::consts::LN_2,
        lo: 2.319_046_813_846_299_6e-17,
    };

    /// A double, exactly.
    #[inline(always)]
    pub const fn new(value: f64) -> Self {
        Self { hi: value, lo: 0.0 }
    }

    /// `a + b` exactly.
    #[inline(always)]
    pub const fn sum(a: f64, b: f64) -> Self {
        let (hi, lo) = two_sum(a, b);
        Self { hi, lo }
    }

    /// `a + b` exactly, if `|a| >= |b|` or `a` is 0.
    #[inline(always)]
    pub const fn ordered_sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        Self {
            hi,
            lo: b - (hi - a),
        }
    }

    /// `a * b` exactly, if the product's low half does not underflow.
    #[inline(always)]
    pub const fn split_product(a: f64, b: f64) -> Self {
        let (a_high, a_low) = halves(a);
        let (b_high, b_low) = halves(b);
        let hi = a * b;
        Self {
            hi,
            lo: ((a_high * b_high - hi) + a_high * b_low + a_low * b_high) + a_low * b_low,
        }
    }

    /// `self + other` with a relative error below 2^-104, also under cancellation.
    #[inline(always)]
    pub const fn plus(self, other: Self) -> Self {
        let high = Self::sum(self.hi, other.hi);
        let low = Self::sum(self.lo, other.lo);
        let high = Self::ordered_sum(high.hi, high.lo + low.hi);
        Self::ordered_sum(high.hi, high.lo + low.lo)
    }

    /// `self * other` with a relative error below 2^-102.
    #[inline(always)]
    pub const fn split_times(self, other: Self) -> Self {
        let product = Self::split_product(self.hi, other.hi);
        Self::ordered_sum(
            product.hi,
            product.lo + (self.hi * other.lo + self.lo * other.hi),
        )
    }

    /// `self * factor` with a relative error below 2^-103.
    #[inline(always)]
    pub const fn split_scaled(self, factor: f64) -> Self {
        let product = Self::split_product(self.hi, factor);
        Self::ordered_sum(product.hi, product.lo + self.lo * factor)
    }

    /// `self / divisor` with a relative error below 2^-100.
    #[inline(always)]
    pub const fn split_over(self, divisor: Self) -> Self {
        let quotient = self.hi / divisor.hi;
        let product = divisor.split_scaled(quotient);
        let rest = (self.hi - product.hi) + (self.lo - product.lo);
        Self::ordered_sum(quotient, rest / divisor.hi)
    }
}

/// `a + b` rounded to a double, and the error of that.
#[inline(always)]
pub const fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_part = sum - a;
    let a_part = sum - b_part;
    (sum, (a - a_part) + (b - b_part))
}

/// Splits a double into two of at most 26 bits each.
#[inline(always)]
const fn halves(x: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * x; // 2^27 + 1
    let high = scaled - (scaled - x);
    (high, x - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_times_three_is_one_to_a_hundred_bits() {
        let third = DoubleDouble::new(1.0).split_over(DoubleDouble::new(3.0));
        let error = third.split_scaled(3.0).plus(DoubleDouble::new(-1.0));
        assert!(
            error.hi.abs() < f64::exp2(-100.0),
            "1/3 = {third:?}, off by {error:?}"
        );
    }

    #[test]
    fn a_product_and_a_sum_lose_nothing() {
        let x = 1.0 + f64::EPSILON;
        let square = DoubleDouble::split_product(x, x);
        assert_eq!(square.hi, 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(square.lo, f64::EPSILON * f64::EPSILON);
        assert_eq!(DoubleDouble::product(x, x), square);
        let sum = DoubleDouble::sum(1.0, 1e-30);
        assert_eq!((sum.hi, sum.lo), (1.0, 1e-30));
    }
}
