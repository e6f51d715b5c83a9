//! Properties of the type that is quantised.

use half::{bf16, f16};

use crate::simd::Loops;

/// Elements that are worked on at once: a vector of 512 bits of bf16, and the shortest block.
pub(super) const CHUNK: usize = 32;

/// Properties of a source type.
///
/// Maxima are taken over magnitudes, the bits without the sign, which are ordered as the values are. Elements are
/// brought to bf16 first, rounded to odd: a bit that is lost leaves the last bit set. Eight bits of precision are
/// so many more than a code has that rounding the result once more gives what rounding the element would have given. A
/// subnormal f32 keeps fewer bits: where it counts, codes are made from [`Bits::exact`].
pub(super) trait Bits: Copy {
    /// The bits without the sign.
    type Magnitude: Copy + Ord;

    /// Positive zero.
    const ZERO: Self;

    /// The magnitude of zero.
    const NOTHING: Self::Magnitude;

    /// True if a product that is too small for bf16 counts as zero. Only rounding towards minus infinity can tell.
    const SMALL_PRODUCTS_VANISH: bool;

    /// The bits without the sign.
    fn magnitude(self) -> Self::Magnitude;

    /// The bits of the f32 of the same value.
    fn widen(magnitude: Self::Magnitude) -> u32;

    /// The bits of the bf16 that scale rule 2 takes for the largest magnitude of a block.
    fn to_bf16(magnitude: Self::Magnitude) -> u16;

    /// The bits of the value as bf16, rounded to odd. Infinities and NaN become anything that is not zero.
    fn to_odd_bf16(self) -> u16;

    /// [`Bits::to_odd_bf16`] of each element of a chunk.
    #[inline(always)]
    fn to_odd_bf16s(chunk: &[Self; CHUNK], loops: Loops) -> [u16; CHUNK] {
        let mut odd = [0; CHUNK];
        for (odd, x) in odd.iter_mut().zip(chunk) {
            loops.step();
            *odd = x.to_odd_bf16();
        }
        odd
    }

    /// The value itself, if it is finite.
    fn exact(self) -> f32;
}

impl Bits for bf16 {
    type Magnitude = u16;
    const ZERO: bf16 = bf16::ZERO;
    const NOTHING: u16 = 0;
    const SMALL_PRODUCTS_VANISH: bool = true;

    #[inline(always)]
    fn magnitude(self) -> u16 {
        self.to_bits() & 0x7fff
    }

    #[inline(always)]
    fn widen(magnitude: u16) -> u32 {
        u32::from(magnitude) << 16
    }

    #[inline(always)]
    fn to_bf16(magnitude: u16) -> u16 {
        magnitude
    }

    #[inline(always)]
    fn to_odd_bf16(self) -> u16 {
        self.to_bits()
    }

    #[inline(always)]
    fn exact(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }
}

impl Bits for f16 {
    type Magnitude = u16;
    const ZERO: f16 = f16::ZERO;
    const NOTHING: u16 = 0;
    const SMALL_PRODUCTS_VANISH: bool = false;

    #[inline(always)]
    fn magnitude(self) -> u16 {
        self.to_bits() & 0x7fff
    }

    #[inline(always)]
    fn widen(magnitude: u16) -> u32 {
        if magnitude < 0x7c00 {
            widen_finite(magnitude)
        } else {
            u32::from(magnitude) << 13 | 0x7f80_0000
        }
    }

    /// Rounds to nearest, ties to even.
    #[inline(always)]
    fn to_bf16(magnitude: u16) -> u16 {
        let bits = Self::widen(magnitude);
        ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
    }

    #[inline(always)]
    fn to_odd_bf16(self) -> u16 {
        let bits = widen_finite(self.magnitude());
        (bits >> 16) as u16 | u16::from(bits & 0xffff != 0) | (self.to_bits() & 0x8000)
    }

    /// In lanes of 16 bits, which hold what is not subnormal.
    #[inline(always)]
    fn to_odd_bf16s(chunk: &[f16; CHUNK], loops: Loops) -> [u16; CHUNK] {
        /// Difference of the biases of the two exponents, in the exponent's place of bf16.
        const BIAS: u16 = (127 - 15) << 7;
        let mut odd = [0; CHUNK];
        let mut subnormals = 0_u16;
        for (odd, x) in odd.iter_mut().zip(chunk) {
            loops.step();
            let magnitude = x.magnitude();
            subnormals |= u16::from(magnitude.wrapping_sub(1) < 0x3ff);
            let moved = ((magnitude >> 3) + BIAS) | u16::from(magnitude & 7 != 0);
            let value = if magnitude == 0 { 0 } else { moved };
            *odd = value | (x.to_bits() & 0x8000);
        }
        if subnormals != 0 {
            for (odd, x) in odd.iter_mut().zip(chunk) {
                loops.step();
                *odd = x.to_odd_bf16();
            }
        }
        odd
    }

    #[inline(always)]
    fn exact(self) -> f32 {
        let sign = u32::from(self.to_bits() & 0x8000) << 16;
        f32::from_bits(widen_finite(self.magnitude()) | sign)
    }
}

/// Moves the fields of a finite f16 to where f32 has them. A product with a power of two mends the exponent, also of a subnormal.
#[inline(always)]
fn widen_finite(magnitude: u16) -> u32 {
    const TWO_TO_112: f32 = f32::from_bits((127 + 112) << 23);
    (f32::from_bits(u32::from(magnitude) << 13) * TWO_TO_112).to_bits()
}

impl Bits for f32 {
    type Magnitude = u32;
    const ZERO: f32 = 0.0;
    const NOTHING: u32 = 0;
    const SMALL_PRODUCTS_VANISH: bool = false;

    #[inline(always)]
    fn magnitude(self) -> u32 {
        self.to_bits() & 0x7fff_ffff
    }

    #[inline(always)]
    fn widen(magnitude: u32) -> u32 {
        magnitude
    }

    /// Truncates.
    #[inline(always)]
    fn to_bf16(magnitude: u32) -> u16 {
        (magnitude >> 16) as u16
    }

    #[inline(always)]
    fn to_odd_bf16(self) -> u16 {
        let bits = self.to_bits();
        (bits >> 16) as u16 | u16::from(bits & 0xffff != 0)
    }

    #[inline(always)]
    fn exact(self) -> f32 {
        self
    }
}
