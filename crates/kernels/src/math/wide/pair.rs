//! Results of functions that are computed in two doubles: scaled, rounded, rounded to odd.

use super::exponential::{power, powers};
pub(crate) use crate::double_double::DoubleDouble as Pair;

/// See [`Pair::enlarged`].
const ENLARGED: i64 = 600;

/// The inverse of a power of two.
#[inline(always)]
fn inverse_power(power: f64) -> f64 {
    const TWICE_THE_BIAS: u64 = 2046 << (f64::MANTISSA_DIGITS - 1);
    f64::from_bits(TWICE_THE_BIAS - power.to_bits())
}

impl Pair {
    /// The nearest double.
    #[inline(always)]
    pub(crate) fn value(self) -> f64 {
        self.hi + self.lo
    }

    /// `2^k` times the nearest double, which is rounded again where the product is subnormal.
    #[inline(always)]
    pub(crate) fn value_scaled(self, k: i64) -> f64 {
        let (first, second) = powers(k);
        self.value() * first * second
    }

    /// The nearest double to `2^k` times the number, also where that is subnormal: what is lost there of the high half counts before the sum is
    /// rounded.
    #[inline(always)]
    pub(crate) fn value_scaled_once(self, k: i64) -> f64 {
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
    pub(crate) fn enlarged(x: f64) -> Self {
        Pair::new(x * power(ENLARGED))
    }

    /// See [`Pair::enlarged`].
    #[inline(always)]
    pub(crate) fn value_reduced(self) -> f64 {
        self.value_scaled_once(-ENLARGED)
    }

    /// Share of a number that moves it to one side for [`Pair::odd`], and no result of two floats over the middle between two floats.
    pub(crate) const BESIDE: f64 = 1.0 / (1u128 << 80) as f64;

    /// The nearest double if it is the number but for errors of the arithmetic; or else the one of the two doubles around it whose last bit is set.
    /// Rounding that to a float gives what rounding the number would have given.
    pub(crate) fn odd(self) -> f64 {
        /// Errors of the arithmetic are below this share.
        const NOTHING: f64 = Pair::BESIDE / 8.0;
        let Pair { hi, lo } = Pair::ordered_sum(self.hi, self.lo);
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
    pub(crate) fn select(condition: bool, yes: Self, no: Self) -> Self {
        Pair {
            hi: if condition { yes.hi } else { no.hi },
            lo: if condition { yes.lo } else { no.lo },
        }
    }
}
