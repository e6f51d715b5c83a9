//! `xmath/types.h`: the words, exponents and structures of the interface. A `float_*` is its mantissa times 2 to its
//! exponent; a number in a Q format is its word divided by 2 to the number after the underscore.

use std::ffi::{c_int, c_uint};

/// An exponent: a number is its mantissa times 2 to this power.
pub type exponent_t = c_int;
/// Redundant sign bits: by how much a word, or every word of a vector, can be shifted left without overflow.
pub type headroom_t = c_uint;
/// Bits to shift right by, arithmetically; negative counts shift left.
pub type right_shift_t = c_int;
/// Bits to shift left by; negative counts shift right, arithmetically.
pub type left_shift_t = c_int;

/// Signed, 31 fraction bits.
pub type q1_31 = i32;
/// Signed, 30 fraction bits.
pub type q2_30 = i32;
/// Signed, 28 fraction bits.
pub type q4_28 = i32;
/// Signed, 24 fraction bits.
pub type q8_24 = i32;
/// Unsigned, 32 fraction bits.
pub type uq0_32 = u32;
/// Unsigned, 31 fraction bits.
pub type uq1_31 = u32;
/// Unsigned, 30 fraction bits.
pub type uq2_30 = u32;
/// Unsigned, 28 fraction bits.
pub type uq4_28 = u32;
/// Unsigned, 24 fraction bits.
pub type uq8_24 = u32;
/// An angle in units of pi/2 radians, with 31 fraction bits.
pub type sbrad_t = q1_31;
/// An angle in radians, with 24 fraction bits.
pub type radian_q24_t = q8_24;

/// A number with a mantissa of 32 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct float_s32_t {
    /// The digits.
    pub mant: i32,
    /// The power of two.
    pub exp: exponent_t,
}

/// A number with a mantissa of 64 bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct float_s64_t {
    /// The digits.
    pub mant: i64,
    /// The power of two.
    pub exp: exponent_t,
}

/// A complex number of 16-bit parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct complex_s16_t {
    /// Real part.
    pub re: i16,
    /// Imaginary part.
    pub im: i16,
}

/// A complex number of 32-bit parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct complex_s32_t {
    /// Real part.
    pub re: i32,
    /// Imaginary part.
    pub im: i32,
}

/// A complex number of 64-bit parts.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct complex_s64_t {
    /// Real part.
    pub re: i64,
    /// Imaginary part.
    pub im: i64,
}

/// A complex number of 16-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct float_complex_s16_t {
    /// The digits.
    pub mant: complex_s16_t,
    /// The power of two.
    pub exp: exponent_t,
}

/// A complex number of 32-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct float_complex_s32_t {
    /// The digits.
    pub mant: complex_s32_t,
    /// The power of two.
    pub exp: exponent_t,
}

/// A complex number of 64-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct float_complex_s64_t {
    /// The digits.
    pub mant: complex_s64_t,
    /// The power of two.
    pub exp: exponent_t,
}

/// A complex number of floats.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct complex_float_t {
    /// Real part.
    pub re: f32,
    /// Imaginary part.
    pub im: f32,
}

/// A complex number of doubles.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct complex_double_t {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

/// Properties of a block floating-point vector.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum bfp_flags_e {
    /// The vector's memory was allocated by the library.
    BFP_FLAG_DYNAMIC = 1,
}

/// A vector of 16-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bfp_s16_t {
    /// The mantissas.
    pub data: *mut i16,
    /// The power of two of all of them.
    pub exp: exponent_t,
    /// Headroom of the mantissas.
    pub hr: headroom_t,
    /// Number of elements.
    pub length: c_uint,
    /// Properties.
    pub flags: bfp_flags_e,
}

/// A vector of 32-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bfp_s32_t {
    /// The mantissas.
    pub data: *mut i32,
    /// The power of two of all of them.
    pub exp: exponent_t,
    /// Headroom of the mantissas.
    pub hr: headroom_t,
    /// Number of elements.
    pub length: c_uint,
    /// Properties.
    pub flags: bfp_flags_e,
}

/// A vector of complex 32-bit mantissas with one exponent.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bfp_complex_s32_t {
    /// The mantissas.
    pub data: *mut complex_s32_t,
    /// The power of two of all of them.
    pub exp: exponent_t,
    /// Headroom of the mantissas.
    pub hr: headroom_t,
    /// Number of elements.
    pub length: c_uint,
    /// Properties.
    pub flags: bfp_flags_e,
}

/// A vector of complex 16-bit mantissas with one exponent, real and imaginary parts apart.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct bfp_complex_s16_t {
    /// Real parts of the mantissas.
    pub real: *mut i16,
    /// Imaginary parts of the mantissas.
    pub imag: *mut i16,
    /// The power of two of all of them.
    pub exp: exponent_t,
    /// Headroom of the mantissas.
    pub hr: headroom_t,
    /// Number of elements.
    pub length: c_uint,
    /// Properties.
    pub flags: bfp_flags_e,
}

/// Sixteen 32-bit accumulators as the vector unit keeps them, upper and lower halves apart.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct split_acc_s32_t {
    /// Upper halves.
    pub vD: [i16; 16],
    /// Lower halves.
    pub vR: [u16; 16],
}
