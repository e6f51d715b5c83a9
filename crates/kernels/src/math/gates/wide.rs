//! Products of doubles that are rounded once, and neither overflow nor underflow in between.

use crate::math::wide::exponential::{Exponential, powers};
use crate::math::wide::pair::Pair;

/// `2^exponent` times two doubles of moderate size.
#[derive(Clone, Copy)]
pub struct Product {
    mantissa: Pair,
    exponent: i64,
}

impl Product {
    /// A finite double.
    #[inline(always)]
    pub fn of(x: f64) -> Self {
        Self::of_pair(Pair::new(x))
    }

    /// Two doubles that are finite.
    #[inline(always)]
    pub fn of_pair(x: Pair) -> Self {
        let subnormal = x.hi.abs() < f64::MIN_POSITIVE;
        let x = if subnormal { x.scaled(TWO_TO_54) } else { x };
        let exponent = (x.hi.to_bits() >> 52 & 0x7ff) as i64 - 1023;
        // 0 stays, whatever it is multiplied with.
        let (first, second) = powers(-exponent);
        Self {
            mantissa: x.scaled(first).scaled(second),
            exponent: if subnormal { exponent - 54 } else { exponent },
        }
    }

    #[inline(always)]
    pub fn times(self, other: Self) -> Self {
        Self {
            mantissa: self.mantissa.times(other.mantissa),
            exponent: self.exponent + other.exponent,
        }
    }

    /// The nearest double, also where it overflows or underflows.
    #[inline(always)]
    pub fn value(self) -> f64 {
        let exponent = self.exponent.clamp(-2040, 2040);
        let (first, second) = powers(exponent);
        self.mantissa.value() * first * second
    }
}

const TWO_TO_54: f64 = 18_014_398_509_481_984.0;

/// The logistic function `1 / (1 + e^-t)`, and what it lacks of 1; neither is 0.
#[inline(always)]
pub fn logistic(t: Pair) -> (Product, Product) {
    // Of half the argument, so that the square is known as far as products of doubles reach.
    let half = if t.hi < 0.0 { t } else { t.negative() }.scaled(0.5);
    let e = Exponential::of(half);
    // Of NaN the exponent means nothing, and its double may overflow.
    let (mantissa, exponent) = (e.mantissa().times(e.mantissa()), e.k << 1);
    let power = if exponent < -200 { -200 } else { exponent };
    let (first, second) = powers(power);
    let sum = Pair::new(1.0).plus(mantissa.scaled(first).scaled(second));
    let small = Product {
        mantissa: mantissa.over(sum),
        exponent,
    };
    let large = Product {
        mantissa: Pair::new(1.0).over(sum),
        exponent: 0,
    };
    if t.hi < 0.0 {
        (small, large)
    } else {
        (large, small)
    }
}
