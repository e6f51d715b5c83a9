//! f16 and bf16 to f32 and back, to nearest with ties to even, without branches so that loops over it vectorise.
//!
//! `half` has these conversions too, but asks for the CPU's features at each element.

use half::{bf16, f16};

/// The f16 nearest to `x`, as an f32. From 65520 on that is infinity; subnormals are kept.
#[inline(always)]
pub fn round_to_f16(x: f32) -> f32 {
    let (sign, magnitude) = (x.to_bits() & 0x8000_0000, x.abs());
    let bits = magnitude.to_bits();
    let normal = (bits + 0x0fff + ((bits >> 13) & 1)) & !0x1fff;
    // In [0.5, 1) the spacing of f32 is that of f16's subnormals, 2^-24.
    let subnormal = ((magnitude + 0.5) - 0.5).to_bits();
    let mut rounded = if magnitude < MIN_NORMAL_F16 {
        subnormal
    } else {
        normal
    };
    rounded = if magnitude >= 65520.0 {
        f32::INFINITY.to_bits()
    } else {
        rounded
    };
    rounded = if x.is_nan() { bits } else { rounded };
    f32::from_bits(sign | rounded)
}

/// The float of the same value.
#[inline(always)]
pub fn f16_to_f32(x: f16) -> f32 {
    let bits = u32::from(x.to_bits());
    let sign = (bits & 0x8000) << 16;
    // Exponent and fraction where a float has them; the bias is made up by a power of two, which normalises subnormals too.
    let magnitude = (bits & 0x7fff) << 13;
    let number = (f32::from_bits(magnitude) * 5.192_297e33).to_bits(); // 2^112
    let quiet = if magnitude > 0x0f80_0000 {
        0x7fc0_0000
    } else {
        0x7f80_0000
    };
    let value = if magnitude >= 0x0f80_0000 {
        magnitude | quiet
    } else {
        number
    };
    f32::from_bits(sign | value)
}

/// The nearest f16; of two, the even one.
#[inline(always)]
pub fn f32_to_f16(x: f32) -> f16 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Half a unit less one, and one more if odd; a carry moves to the exponent. The bias changes by 112.
    let rounded = magnitude.wrapping_add(0xfff + (magnitude >> 13 & 1));
    let normal = rounded.wrapping_sub(112 << 23) >> 13;
    // The last bit of a float in [1/2, 1) has the weight of the last bit of a subnormal f16: the addition rounds.
    let subnormal = (f32::from_bits(magnitude) + 0.5)
        .to_bits()
        .wrapping_sub(0.5f32.to_bits());
    let finite = if magnitude < 0x3880_0000 {
        subnormal
    } else {
        normal
    };
    let special = if magnitude > 0x7f80_0000 {
        0x7e00 | magnitude >> 13 & 0x3ff
    } else {
        0x7c00
    };
    let value = if magnitude < 0x4780_0000 {
        finite
    } else {
        special
    };
    f16::from_bits((bits >> 16 & 0x8000 | value) as u16)
}

/// The float of the same value.
#[inline(always)]
pub fn bf16_to_f32(x: bf16) -> f32 {
    f32::from_bits(u32::from(x.to_bits()) << 16)
}

/// The nearest bf16; of two, the even one.
#[inline(always)]
pub fn f32_to_bf16(x: f32) -> bf16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
    let quiet = bits >> 16 | 0x40;
    bf16::from_bits(if x.is_nan() { quiet } else { rounded } as u16)
}

/// The bf16 nearest to `x`, as an f32.
#[inline(always)]
pub fn round_to_bf16(x: f32) -> f32 {
    bf16_to_f32(f32_to_bf16(x))
}

const MIN_NORMAL_F16: f32 = 1.0 / 16384.0;

#[cfg(test)]
mod tests {
    use super::*;

    /// Every 16-bit value of either format, what lies beside it, the ties between neighbours, and others.
    fn candidates() -> impl Iterator<Item = f32> {
        (0..=u16::MAX)
            .flat_map(|bits| {
                let half = f16::from_bits(bits).to_f32().to_bits();
                let brain = u32::from(bits) << 16;
                [half, half | 0x1000, brain, brain | 0x8000]
                    .into_iter()
                    .flat_map(|b| [b.wrapping_sub(1), b, b.wrapping_add(1)])
            })
            .chain((0..1 << 20).map(|i| i * 4093))
            .map(f32::from_bits)
    }

    #[test]
    fn both_formats_round_as_the_reference_does() {
        for x in candidates() {
            let bits = x.to_bits();
            let (half, brain) = (f16::from_f32(x), bf16::from_f32(x));
            assert_eq!(f32_to_f16(x).to_bits(), half.to_bits(), "{bits:#x} to f16");
            assert_eq!(
                f32_to_bf16(x).to_bits(),
                brain.to_bits(),
                "{bits:#x} to bf16"
            );
            if x.is_nan() {
                assert!(round_to_f16(x).is_nan() && round_to_bf16(x).is_nan());
                continue;
            }
            let (half, brain) = (half.to_f32(), brain.to_f32());
            assert_eq!(
                round_to_f16(x).to_bits(),
                half.to_bits(),
                "{bits:#x} on f16's grid"
            );
            assert_eq!(
                round_to_bf16(x).to_bits(),
                brain.to_bits(),
                "{bits:#x} on bf16's grid"
            );
        }
    }

    #[test]
    fn both_formats_widen_as_the_reference_does() {
        for bits in 0..=u16::MAX {
            let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert_eq!(f16_to_f32(half).to_bits(), half.to_f32().to_bits());
            assert_eq!(bf16_to_f32(brain).to_bits(), u32::from(bits) << 16);
        }
    }
}
