//! From the largest magnitude of a block to its scale.

use super::bits::Bits;
use hostnpu_numeric::e8m0;

use crate::simd::Loops;

/// Rule that gives the byte of a scale by the largest magnitude `m` of its block. An infinite or NaN `m` gives NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScaleRule {
    /// `2^(floor(log2 m) - e)` where `e` is the exponent of the format's largest value: the rule of the MX specification. Values
    /// between the format's largest value and the next power of two saturate.
    Floor {
        /// `e`.
        max_exponent: u8,
    },
    /// `m * reciprocal` rounded to f32 and then up to a power of two: the smallest scale with which nothing saturates, if
    /// `reciprocal` is one over the format's largest value. A product that is subnormal in f32 becomes the nearest scale of bytes 0
    /// and 1.
    Ceiling {
        /// One over the format's largest value.
        reciprocal: f32,
        /// The least value that `m` is taken for, unless `m` is zero.
        lower_bound: f32,
    },
    /// As `Floor` with `m` as bf16, but one binade more if the seven bits of its mantissa are greater than `limit`: what
    /// would saturate by more than half a step does not. `m` below twice the smallest normal number gives byte 0.
    Limited {
        /// The exponent of the format's largest value.
        max_exponent: u8,
        /// The mantissa that is just small enough.
        limit: u8,
    },
    /// `m * reciprocal` rounded to f32 and then up to a power of two; a subnormal product gives byte 0.
    Divided {
        /// One over the value that `m` is to become at most.
        reciprocal: f32,
    },
}

impl ScaleRule {
    /// The bytes for the largest magnitudes of some blocks. The choice of the rule stands outside the loop, so that the
    /// loop is of vectors.
    #[inline(always)]
    pub(super) fn bytes<T: Bits, const N: usize>(
        self,
        largest: &[T::Magnitude; N],
        loops: Loops,
    ) -> [u8; N] {
        match self {
            ScaleRule::Floor { max_exponent } => each::<T, N>(largest, loops, |magnitude| {
                (T::widen(magnitude) >> 23).saturating_sub(max_exponent.into())
            }),
            ScaleRule::Ceiling {
                reciprocal,
                lower_bound,
            } => each::<T, N>(largest, loops, |magnitude| {
                // Bits of positive numbers are ordered as the numbers are.
                let bits = T::widen(magnitude);
                let bound = if bits == 0 {
                    0
                } else {
                    bits.max(lower_bound.to_bits())
                };
                let product = (f32::from_bits(bound) * reciprocal).to_bits();
                let (field, mantissa) = (product >> 23, product & 0x7f_ffff);
                let least = if field == 0 { 1 << 22 } else { 0 };
                field + u32::from(mantissa > least && field < 254)
            }),
            ScaleRule::Limited {
                max_exponent,
                limit,
            } => each::<T, N>(largest, loops, |magnitude| {
                let bits = u32::from(T::to_bf16(magnitude));
                let (field, mantissa) = (bits >> 7, bits & 0x7f);
                let raised = field + u32::from(mantissa > limit.into());
                if field <= 1 {
                    0
                } else {
                    raised.saturating_sub(max_exponent.into())
                }
            }),
            ScaleRule::Divided { reciprocal } => each::<T, N>(largest, loops, |magnitude| {
                let product = (f32::from_bits(T::widen(magnitude)) * reciprocal).to_bits();
                let (field, mantissa) = (product >> 23, product & 0x7f_ffff);
                field + u32::from(mantissa != 0 && field > 0 && field < 254)
            }),
        }
    }
}

/// The byte that `rule` gives for each finite magnitude, and NaN for the others.
#[inline(always)]
fn each<T: Bits, const N: usize>(
    largest: &[T::Magnitude; N],
    loops: Loops,
    rule: impl Fn(T::Magnitude) -> u32,
) -> [u8; N] {
    let mut bytes = [0; N];
    for (byte, &magnitude) in bytes.iter_mut().zip(largest) {
        loops.step();
        let finite = T::widen(magnitude) < 0x7f80_0000;
        *byte = if finite {
            rule(magnitude) as u8
        } else {
            e8m0::NAN
        };
    }
    bytes
}
