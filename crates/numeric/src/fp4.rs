//! Formats of four bits, two codes to a byte: the one with the even index in the low half.

use super::minifloat::Minifloat;

/// Two bits of exponent, one of mantissa: 0, 0.5, 1, 1.5, 2, 3, 4, 6.
pub const E2M1: Minifloat = Minifloat {
    exponent_bits: 2,
    mantissa_bits: 1,
    bias: 1,
    max_code: 7,
    has_infinity: false,
};

/// One bit of exponent, two of mantissa: 0, 0.25, .. 1.75.
pub const E1M2: Minifloat = Minifloat {
    exponent_bits: 1,
    mantissa_bits: 2,
    bias: 1,
    max_code: 7,
    has_infinity: false,
};

/// Two codes in one byte.
#[inline(always)]
pub fn pack(even: u8, odd: u8) -> u8 {
    (even & 15) | odd << 4
}

/// The codes with the even and the odd index in a byte.
#[inline(always)]
pub fn unpack(byte: u8) -> (u8, u8) {
    (byte & 15, byte >> 4)
}
