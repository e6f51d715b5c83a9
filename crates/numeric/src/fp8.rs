//! The two formats of eight bits of the Open Compute Project's *8-bit Floating Point Specification*.

use super::minifloat::Minifloat;

/// Five bits of exponent, two of mantissa, with infinities: to 57344 in steps of a quarter of a binade.
pub const E5M2: Minifloat = Minifloat {
    exponent_bits: 5,
    mantissa_bits: 2,
    bias: 15,
    max_code: 0x7b,
    has_infinity: true,
};

/// Four bits of exponent, three of mantissa, no infinity and one NaN of each sign: to 448 in steps of an eighth of a binade.
pub const E4M3FN: Minifloat = Minifloat {
    exponent_bits: 4,
    mantissa_bits: 3,
    bias: 7,
    max_code: 0x7e,
    has_infinity: false,
};
