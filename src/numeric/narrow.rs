//! Rounding of f32 to 16-bit formats, to nearest with ties to even, without branches so that loops over it vectorise.

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

/// The bits of the f16 nearest to `x`. NaN becomes the quiet NaN of its sign.
#[inline(always)]
pub fn f16_bits(x: f32) -> u16 {
    let rounded = round_to_f16(x);
    let magnitude = rounded.abs();
    let bits = magnitude.to_bits();
    let normal = (bits >> 13).wrapping_sub(112 << 10);
    let subnormal = (magnitude + 0.5).to_bits() - 0.5f32.to_bits();
    let mut narrow = if magnitude < MIN_NORMAL_F16 {
        subnormal
    } else {
        normal
    };
    narrow = if magnitude == f32::INFINITY {
        0x7c00
    } else {
        narrow
    };
    narrow = if rounded.is_nan() { 0x7e00 } else { narrow };
    (narrow | ((x.to_bits() >> 16) & 0x8000)) as u16
}

/// The bits of the bf16 nearest to `x`. NaN becomes the quiet NaN of its sign.
#[inline(always)]
pub fn bf16_bits(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = (bits.wrapping_add(0x7fff + ((bits >> 16) & 1))) >> 16;
    let nan = ((bits >> 16) & 0x8000) | 0x7fc0;
    (if x.is_nan() { nan } else { rounded }) as u16
}

/// The bf16 nearest to `x`, as an f32.
#[inline(always)]
pub fn round_to_bf16(x: f32) -> f32 {
    f32::from_bits(u32::from(bf16_bits(x)) << 16)
}

const MIN_NORMAL_F16: f32 = 1.0 / 16384.0;

#[cfg(test)]
mod tests {
    use super::*;
    use half::{bf16, f16};

    /// Every 16-bit value of either format, what lies beside it, and the ties between neighbours.
    fn candidates() -> impl Iterator<Item = f32> {
        (0..=u16::MAX).flat_map(|bits| {
            let half = f16::from_bits(bits).to_f32().to_bits();
            let brain = u32::from(bits) << 16;
            [half, half | 0x1000, brain, brain | 0x8000]
                .into_iter()
                .flat_map(|b| [b.wrapping_sub(1), b, b.wrapping_add(1)])
                .map(f32::from_bits)
        })
    }

    #[test]
    fn both_formats_round_as_the_reference_does() {
        for x in candidates() {
            let (h, b) = (f16::from_f32(x), bf16::from_f32(x));
            if x.is_nan() {
                assert!(f16::from_bits(f16_bits(x)).is_nan(), "{x:e}");
                assert!(bf16::from_bits(bf16_bits(x)).is_nan(), "{x:e}");
                assert!(round_to_f16(x).is_nan() && round_to_bf16(x).is_nan());
                continue;
            }
            assert_eq!(f16_bits(x), h.to_bits(), "{x:e} to f16");
            assert_eq!(bf16_bits(x), b.to_bits(), "{x:e} to bf16");
            assert_eq!(
                round_to_f16(x).to_bits(),
                h.to_f32().to_bits(),
                "{x:e} on f16's grid"
            );
            assert_eq!(
                round_to_bf16(x).to_bits(),
                b.to_f32().to_bits(),
                "{x:e} on bf16's grid"
            );
        }
    }
}
