//! From an element and the scale of its block to a code.
//!
//! [`code`] works on 16 bits of integer arithmetic, because that is 32 elements in a vector of 512 bits. It takes the bits of a bf16
//! and subtracts from them an offset that stands for the scale. What is left has an exponent counted from a few binades below the
//! format's smallest normal number. The magnitudes of a format, with its gradual underflow, are a piecewise linear function of
//! that, so one shift gives the code with nine more bits, and rounding is an addition.

use super::source::Source;
use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;
use hostnpu_numeric::{e8m0, fp4, fp8};

/// An element format as a type.
pub(super) trait Layout: 'static {
    const FORMAT: Minifloat;
}

pub(super) struct E5m2;
pub(super) struct E4m3;
pub(super) struct E2m1;
pub(super) struct E1m2;

impl Layout for E5m2 {
    const FORMAT: Minifloat = fp8::E5M2;
}
impl Layout for E4m3 {
    const FORMAT: Minifloat = fp8::E4M3FN;
}
impl Layout for E2m1 {
    const FORMAT: Minifloat = fp4::E2M1;
}
impl Layout for E1m2 {
    const FORMAT: Minifloat = fp4::E1M2;
}

/// A rule for rounding as a type.
pub(super) trait Mode: 'static {
    const ROUNDING: Rounding;
}

pub(super) struct Even;
pub(super) struct Away;
pub(super) struct Floor;

impl Mode for Even {
    const ROUNDING: Rounding = Rounding::TiesToEven;
}
impl Mode for Away {
    const ROUNDING: Rounding = Rounding::TiesAway;
}
impl Mode for Floor {
    const ROUNDING: Rounding = Rounding::Floor;
}

/// Bits of the mantissa of bf16.
const MANTISSA: u32 = 7;

/// Bits after the point of the code that [`code`] rounds.
const FRACTION: u32 = 9;

/// Binades below the smallest normal number that count. What is smaller is less than half the smallest number.
const fn binades(format: Minifloat) -> u16 {
    format.mantissa_bits as u16 + 1
}

/// An offset that no scale has: [`code`] cannot do the block, [`code_by_product`] can.
pub(super) const NO_OFFSET: u16 = 0;

/// What [`code`] subtracts for a block with this largest magnitude and scale, or [`NO_OFFSET`] for the rare ones: NaN, or a scale so
/// small that subnormal elements count, whose exponents do not say how large they are.
#[inline(always)]
pub(super) fn offset<F: Layout, T: Source>(largest: T::Magnitude, byte: u8) -> u16 {
    let lowest = F::FORMAT.bias as u16 + binades(F::FORMAT);
    let byte = u16::from(byte);
    if largest == T::NOTHING {
        u16::MAX
    } else if byte <= lowest || byte == u16::from(e8m0::NAN) {
        NO_OFFSET
    } else {
        (byte - lowest) << MANTISSA
    }
}

/// The largest magnitude, as bf16, that counts as zero under a scale: its product with one over the scale is at most half the smallest
/// number of bf16, to which the product is rounded first.
#[inline(always)]
pub(super) fn vanishing<T: Source, M: Mode>(byte: u8) -> u16 {
    let byte = u16::from(byte);
    if !T::SMALL_PRODUCTS_VANISH || !matches!(M::ROUNDING, Rounding::Floor) || byte < 128 {
        0
    } else if byte < 135 {
        1 << (byte - 128)
    } else {
        (byte - 134) << MANTISSA
    }
}

/// The code of the bf16 with bits `x` in a block with this offset. See above.
#[inline(always)]
pub(super) fn code<F: Layout, M: Mode>(x: u16, offset: u16, vanishing: u16) -> u8 {
    let mantissa = F::FORMAT.mantissa_bits;
    let binades = binades(F::FORMAT);
    let largest = (binades << MANTISSA) + (u16::from(F::FORMAT.max_code) << (MANTISSA - mantissa));
    let magnitude = x & 0x7fff;
    let scaled = magnitude.saturating_sub(offset).min(largest);
    // Linear pieces: each binade up to the first normal one doubles the step, then the exponent is part of the code.
    let binade = (scaled >> MANTISSA).min(binades + 1);
    let fixed = (scaled + (1 << MANTISSA) - (binade << MANTISSA)) << binade;
    let sign = x >> 15;
    let rounded = match M::ROUNDING {
        Rounding::TiesToEven => fixed + ((1 << (FRACTION - 1)) - 1) + (fixed >> FRACTION & 1),
        Rounding::TiesAway => fixed + (1 << (FRACTION - 1)),
        // The smallest numbers have lost their bits, but `fixed` is not zero: they are told from zero by themselves.
        Rounding::Floor if sign != 0 && magnitude > vanishing => fixed + ((1 << FRACTION) - 1),
        Rounding::Floor => fixed,
    };
    (rounded >> FRACTION | sign << (F::FORMAT.bits() - 1)) as u8
}

/// The same code of `x` by a multiplication in f32 and the encoder of the format: for blocks that have no offset.
#[inline(always)]
pub(super) fn code_by_product<T: Source, F: Layout, M: Mode>(x: T, byte: u8, vanishing: u16) -> u8 {
    if byte == e8m0::NAN {
        return 0;
    }
    let value = x.exact();
    let zero = 0f32.copysign(value);
    if x.to_odd_bf16() & 0x7fff <= vanishing {
        return F::FORMAT.encode(zero, M::ROUNDING);
    }
    let product = value * e8m0::reciprocal(byte);
    // What is too small even for f32 is still not zero, which rounding towards minus infinity can tell.
    let product = if product == 0.0 {
        f32::from_bits(1).copysign(value)
    } else {
        product
    };
    F::FORMAT.encode(product, M::ROUNDING)
}
