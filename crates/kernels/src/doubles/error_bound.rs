//! The error bound of a double, and the test whether it decides which float is nearest.

/// The largest relative error of a double, as a negative power of two.
#[derive(Clone, Copy)]
pub(crate) struct ErrorBound(u32);

/// Bits that a double has and a float has not.
pub(crate) const LOST_BITS: u32 = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;

impl ErrorBound {
    /// Of a double that is rounded as it is.
    pub const NONE: Self = ErrorBound(f64::MANTISSA_DIGITS + 1);

    /// For a double with an error below 0.51 ULP.
    pub const OF_KERNELS_FOR_DOUBLES: Self = ErrorBound(f64::MANTISSA_DIGITS - 1);

    /// For a double with a relative error below `2^-error`.
    pub const fn below(error: u32) -> Self {
        ErrorBound(error)
    }

    /// The floats nearest to both ends of what a double stands for: the same one where the double decides the rounding.
    #[inline(always)]
    pub fn ends(self, value: f64) -> [f32; 2] {
        let share = f64::from_bits(u64::from(1023 - self.0) << (f64::MANTISSA_DIGITS - 1));
        [value * (1.0 - share), value * (1.0 + share)].map(|end| end as f32)
    }

    /// Half the width of what is undecided around the middle between two floats, in last places of the smallest double of an exponent.
    const fn places(self) -> u64 {
        1 << (f64::MANTISSA_DIGITS - self.0)
    }

    /// The number that is added to the bits of a double: those of [`ErrorBound::distance`] are 0 then where it is undecided. Of results that are not subnormal in float.
    #[inline(always)]
    pub const fn shift(self) -> u64 {
        self.places().wrapping_sub(1 << (LOST_BITS - 1))
    }

    /// The bits that tell the distance from a middle, but for those within the bound.
    #[inline(always)]
    pub const fn distance(self) -> u64 {
        ((1 << LOST_BITS) - 1) & !(2 * self.places() - 1)
    }

    /// 0 if a result that is not subnormal in float is undecided by its last bits, which are so for some more than [`ErrorBound::ends`]; else a positive number.
    #[inline(always)]
    pub fn margin_of_normal(self, value: f64) -> i64 {
        (value.to_bits().wrapping_add(self.shift()) & self.distance()) as i64
    }

    /// Returns true if a double is undecided by either test.
    pub fn is_undecided(self, value: f64) -> bool {
        let [low, high] = self.ends(value);
        low.to_bits() != high.to_bits() || self.margin_of_normal(value) == 0
    }
}
