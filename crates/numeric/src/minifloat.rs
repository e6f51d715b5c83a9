//! Floating-point formats of at most eight bits, described by their parameters.

use super::rounding::Rounding;

/// A format of sign, exponent and mantissa, from the top bit down, with gradual underflow.
///
/// A code with exponent field `e` and mantissa field `m` stands for `2^(e - bias) * (1 + m / 2^mantissa_bits)`, or
/// for `2^(1 - bias) * m / 2^mantissa_bits` if `e` is 0. Codes of magnitude above `max_code` are infinity (its successor,
/// if `has_infinity`) and NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minifloat {
    /// Width of the exponent field.
    pub exponent_bits: u32,
    /// Width of the mantissa field.
    pub mantissa_bits: u32,
    /// The number that is subtracted from the exponent field.
    pub bias: i32,
    /// The code of the largest finite value.
    pub max_code: u8,
    /// True if the code after `max_code` is infinity.
    pub has_infinity: bool,
}

impl Minifloat {
    /// Bits of one code.
    pub const fn bits(&self) -> u32 {
        1 + self.exponent_bits + self.mantissa_bits
    }

    /// Number of codes: 256 or 16.
    pub const fn codes(&self) -> usize {
        1 << self.bits()
    }

    /// The sign bit of a code.
    pub const fn sign(&self) -> u8 {
        1 << (self.bits() - 1)
    }

    /// The exponent of the largest finite value, `floor(log2(max))`.
    pub const fn max_exponent(&self) -> i32 {
        (self.max_code >> self.mantissa_bits) as i32 - self.bias
    }

    /// The largest finite value.
    pub fn max(&self) -> f32 {
        self.decode(self.max_code)
    }

    /// The value of a code, exactly. Bits above the format's are ignored.
    #[inline(always)]
    pub fn decode(&self, code: u8) -> f32 {
        let magnitude = u32::from(code & (self.sign() - 1));
        let sign = if code & self.sign() != 0 { -1.0 } else { 1.0 };
        let exponent = magnitude >> self.mantissa_bits;
        let fraction = magnitude & ((1 << self.mantissa_bits) - 1);
        let significand = if exponent == 0 {
            fraction
        } else {
            fraction | 1 << self.mantissa_bits
        };
        let scale = exponent.max(1) as i32 - self.bias - self.mantissa_bits as i32;
        let finite = significand as f32 * f32::from_bits(((127 + scale) as u32) << 23);
        sign * if magnitude <= u32::from(self.max_code) {
            finite
        } else if self.has_infinity && magnitude == u32::from(self.max_code) + 1 {
            f32::INFINITY
        } else {
            f32::NAN
        }
    }

    /// The code of `value` rounded by `rounding`, which saturates: what is too large, also infinity, becomes the largest finite
    /// value. A zero keeps its sign, as does what is rounded to zero. NaN becomes +0.
    #[inline(always)]
    pub fn encode(&self, value: f32, rounding: Rounding) -> u8 {
        let bits = value.to_bits();
        let negative = bits >> 31 != 0;
        let magnitude = bits & 0x7fff_ffff;
        let field = (magnitude >> 23).max(1);
        let significand =
            (magnitude & 0x7f_ffff) | if magnitude >> 23 == 0 { 0 } else { 0x80_0000 };
        // The exponent field that a normal code would have; below 1 the code is subnormal.
        let exponent = field as i32 - 127 + self.bias;
        let dropped = (23 - self.mantissa_bits as i32 + (1 - exponent).max(0)).min(31) as u32;
        let kept = significand >> dropped;
        let remainder = significand & ((1 << dropped) - 1);
        let half = 1 << (dropped - 1);
        let up = match rounding {
            Rounding::TiesToEven => remainder > half || (remainder == half && kept & 1 != 0),
            Rounding::TiesAway => remainder >= half,
            Rounding::Floor => negative && remainder != 0,
        };
        // A significand of a normal code carries 1 into the exponent field.
        let below = ((exponent - 1).max(0) as u32) << self.mantissa_bits;
        let code = (below + kept + u32::from(up)).min(u32::from(self.max_code)) as u8;
        if value.is_nan() {
            0
        } else if negative {
            code | self.sign()
        } else {
            code
        }
    }
}
