//! From an element and the scale of its block to a code.
//!
//! [`Codes::code`] works on 16 bits of integer arithmetic, because that is 32 elements in a vector of 512 bits. It takes the bits of a bf16
//! and subtracts from them an offset that stands for the scale. What is left has an exponent counted from a few binades below the
//! format's smallest normal number. The magnitudes of a format, with its gradual underflow, are a piecewise linear function of
//! that, so one shift gives the code with nine more bits, and rounding is an addition.

use super::ElementFormat;
use super::bits::Bits;
use hostnpu_numeric::e8m0;
use hostnpu_numeric::minifloat::Minifloat;
use hostnpu_numeric::rounding::Rounding;

/// Bits of the mantissa of bf16.
const MANTISSA: u32 = 7;

/// Bits after the point of the code that [`Codes::code`] rounds.
const FRACTION: u32 = 9;

/// An offset that no scale has: [`Codes::code`] cannot do the block, [`Codes::by_product`] can.
pub(super) const NO_OFFSET: u16 = 0;

/// Conversion of elements to codes: the constants of a format and of a rounding. They stay in registers throughout a loop, so that
/// one loop serves all formats at the speed of a loop for each.
#[derive(Clone, Copy)]
pub(super) struct Codes {
    pub format: Minifloat,
    pub rounding: Rounding,
    /// Binades below the smallest normal number that count. What is smaller is less than half the smallest number.
    binades: u16,
    /// The largest number that is not saturated, less the offset.
    largest: u16,
    /// Addend of rounding to nearest, and the bit that it adds besides: that of an odd code if ties go to even.
    half: u16,
    odd: u16,
}

impl Codes {
    pub fn new(format: ElementFormat, rounding: Rounding) -> Self {
        let format = format.parameters();
        let binades = format.mantissa_bits as u16 + 1;
        let even = rounding == Rounding::TiesToEven;
        Codes {
            format,
            rounding,
            binades,
            largest: (binades << MANTISSA)
                + (u16::from(format.max_code) << (MANTISSA - format.mantissa_bits)),
            half: (1 << (FRACTION - 1)) - u16::from(even),
            odd: u16::from(even),
        }
    }

    /// Subtrahend of [`Codes::code`] for a block with this largest magnitude and scale, or [`NO_OFFSET`] for the rare ones: NaN, or
    /// a scale so small that subnormal elements count, whose exponents do not say how large they are.
    #[inline(always)]
    pub fn offset<T: Bits>(&self, largest: T::Magnitude, byte: u8) -> u16 {
        let lowest = self.format.bias as u16 + self.binades;
        let byte = u16::from(byte);
        if largest == T::NOTHING {
            u16::MAX
        } else if byte <= lowest || byte == u16::from(e8m0::NAN) {
            NO_OFFSET
        } else {
            (byte - lowest) << MANTISSA
        }
    }

    /// The code of the bf16 with bits `x` in a block with this offset, of a format of `BITS` bits, rounded to nearest, or towards minus
    /// infinity if `FLOOR`. See above.
    #[inline(always)]
    pub fn code<const BITS: u32, const FLOOR: bool>(
        &self,
        x: u16,
        offset: u16,
        vanishing: u16,
    ) -> u8 {
        let magnitude = x & 0x7fff;
        let scaled = magnitude.saturating_sub(offset).min(self.largest);
        // Linear pieces: each binade up to the first normal one doubles the step, then the exponent is part of the code.
        let binade = (scaled >> MANTISSA).min(self.binades + 1);
        let fixed = (scaled + (1 << MANTISSA) - (binade << MANTISSA)) << binade;
        let sign = x >> 15;
        let rounded = if FLOOR {
            // The smallest numbers have lost their bits, but `fixed` is not zero: they are told from zero by themselves.
            let down = sign != 0 && magnitude > vanishing;
            fixed + if down { (1 << FRACTION) - 1 } else { 0 }
        } else {
            fixed + self.half + (fixed >> FRACTION & self.odd)
        };
        (rounded >> FRACTION | sign << (BITS - 1)) as u8
    }

    /// The same code of `x` by a multiplication in f32 and the encoder of the format: for blocks that have no offset. A function
    /// of its own, because it is rare.
    #[inline(never)]
    pub fn by_product(&self, x: f32, odd: u16, byte: u8, vanishing: u16) -> u8 {
        if byte == e8m0::NAN {
            return 0;
        }
        if odd & 0x7fff <= vanishing {
            return self.format.encode(0f32.copysign(x), self.rounding);
        }
        let product = x * e8m0::reciprocal(byte);
        // What is too small even for f32 is still not zero, which rounding towards minus infinity can tell.
        let product = if product == 0.0 {
            f32::from_bits(1).copysign(x)
        } else {
            product
        };
        self.format.encode(product, self.rounding)
    }
}

/// The largest magnitude, as bf16, that counts as zero under a scale when rounding towards minus infinity, if small products vanish:
/// its product with one over the scale is at most half the smallest number of bf16, to which the product is rounded first.
#[inline(always)]
pub(super) fn vanishing_under(byte: u8) -> u16 {
    let byte = u16::from(byte);
    if byte < 128 {
        0
    } else if byte < 135 {
        1 << (byte - 128)
    } else {
        (byte - 134) << MANTISSA
    }
}
