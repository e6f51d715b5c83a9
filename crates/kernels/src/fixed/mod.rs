//! Fixed-point mathematics on 32-bit words, as a digital signal processor does it.
//!
//! A number is a word and an agreed number of fraction bits ([`Q`]), or a word and an exponent ([`Scaled`]). Products are
//! exact in 64 bits; what happens to the bits that do not fit back is named at each place by a function of [`rounding`]:
//! wrapped, saturated, floored or rounded. All functions are defined for every input: beyond the documented domain of a
//! function its steps go on and wrap, so that the result is the same on every machine.
//!
//! The steps and the coefficients are those of the XMOS fixed-point library, whose results these functions give to the
//! bit; each coefficient says what it stands for, and a test derives it from that.

pub mod exponential;
pub mod float;
pub mod logistic;
pub mod powers;
pub mod reciprocal;
pub mod rounding;
pub mod sine;
pub mod square_root;
pub mod tangent;

/// A number with `FRACTION` bits behind the binary point: its value is the word divided by 2 to that power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Q<const FRACTION: u32>(pub i32);

impl<const FRACTION: u32> Q<FRACTION> {
    /// 1, in formats that can say it.
    pub const ONE: Self = Self(if FRACTION < 31 {
        1 << FRACTION
    } else {
        i32::MAX
    });

    /// The exact value.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / (1u64 << FRACTION) as f64
    }
}

/// Q8.24, range ±128: angles in radians, arguments and results of the logistic function.
pub type Q24 = Q<24>;
/// Q2.30, range ±2: sines, cosines, exponentials, powers.
pub type Q30 = Q<30>;

/// An angle in units of π/2 radians, as Q1.31 (the vendor says *semi-circular binary radians*): ±2^31 stands for ±π/2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct QuarterTurns(pub i32);

/// The number `mantissa · 2^exponent`. No normal form is asked for: the mantissa may have headroom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scaled {
    /// The digits.
    pub mantissa: i32,
    /// The power of two that they are multiplied with.
    pub exponent: i32,
}

/// The same with a mantissa of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScaledLong {
    /// The digits.
    pub mantissa: i64,
    /// The power of two that they are multiplied with.
    pub exponent: i32,
}

/// The same with a mantissa of 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScaledShort {
    /// The digits.
    pub mantissa: i16,
    /// The power of two that they are multiplied with.
    pub exponent: i32,
}
