//! Runs of 16-bit floats to float and back, at the speed of vectors.
//!
//! `half::f16::to_f32` asks for the CPU's features at each element. Here one body of integer arithmetic is compiled per
//! instruction set, and the processor's own instruction is used for f16 where it has one: the bits are the same, NaN included.

use half::{bf16, f16};

use super::simd::{self, Isa};

#[cfg(target_arch = "x86_64")]
mod x86_64;

/// Widens each element, exactly; a signalling NaN becomes quiet. Panics if the lengths differ.
pub fn widen_f16(isa: Isa, src: &[f16], dst: &mut [f32]) {
    assert_eq!(src.len(), dst.len());
    #[cfg(target_arch = "x86_64")]
    let done = x86_64::widen_f16(isa, src, dst);
    #[cfg(not(target_arch = "x86_64"))]
    let done = 0;
    simd::with(
        isa,
        #[inline(always)]
        || map(&src[done..], &mut dst[done..], f16_to_f32),
    );
}

/// Rounds each element to nearest, ties to even; a NaN becomes quiet. Panics if the lengths differ.
pub fn narrow_f16(isa: Isa, src: &[f32], dst: &mut [f16]) {
    assert_eq!(src.len(), dst.len());
    #[cfg(target_arch = "x86_64")]
    let done = x86_64::narrow_f16(isa, src, dst);
    #[cfg(not(target_arch = "x86_64"))]
    let done = 0;
    simd::with(
        isa,
        #[inline(always)]
        || map(&src[done..], &mut dst[done..], f32_to_f16),
    );
}

/// Widens each element, exactly. Panics if the lengths differ.
pub fn widen_bf16(isa: Isa, src: &[bf16], dst: &mut [f32]) {
    assert_eq!(src.len(), dst.len());
    simd::with(
        isa,
        #[inline(always)]
        || map(src, dst, bf16_to_f32),
    );
}

/// Rounds each element to nearest, ties to even; a NaN becomes quiet. Panics if the lengths differ.
pub fn narrow_bf16(isa: Isa, src: &[f32], dst: &mut [bf16]) {
    assert_eq!(src.len(), dst.len());
    simd::with(
        isa,
        #[inline(always)]
        || map(src, dst, f32_to_bf16),
    );
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

#[inline(always)]
fn map<T: Copy, U>(src: &[T], dst: &mut [U], f: impl Fn(T) -> U) {
    for (&x, y) in src.iter().zip(dst) {
        *y = f(x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_f16() -> Vec<f16> {
        (0..=u16::MAX).map(f16::from_bits).collect()
    }

    /// Every f16 and bf16 value, the middle between neighbours, and the floats beside these.
    fn near_halves() -> Vec<f32> {
        let f16s = every_f16().into_iter().map(|x| x.to_f32().to_bits());
        let bf16s = (0..=u16::MAX).map(|bits| u32::from(bits) << 16);
        f16s.chain(bf16s)
            .flat_map(|bits| [0, 0x1000, 0x8000].map(|half| bits.wrapping_add(half)))
            .flat_map(|bits| [bits.wrapping_sub(1), bits, bits.wrapping_add(1)])
            .chain((0..1 << 20).map(|i| i * 4093))
            .map(f32::from_bits)
            .collect()
    }

    #[test]
    fn every_f16_widens_as_half_says_on_every_instruction_set() {
        let src = every_f16();
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let mut dst = vec![0.0; src.len()];
            widen_f16(isa, &src, &mut dst);
            for (x, y) in src.iter().zip(dst) {
                assert_eq!(
                    y.to_bits(),
                    x.to_f32().to_bits(),
                    "{isa:?} {:#06x}",
                    x.to_bits()
                );
                assert_eq!(
                    y.to_bits(),
                    f16_to_f32(*x).to_bits(),
                    "{isa:?} {:#06x}",
                    x.to_bits()
                );
            }
        }
    }

    #[test]
    fn floats_narrow_as_half_says_on_every_instruction_set() {
        let src = near_halves();
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let mut halves = vec![f16::ZERO; src.len()];
            narrow_f16(isa, &src, &mut halves);
            let mut brains = vec![bf16::ZERO; src.len()];
            narrow_bf16(isa, &src, &mut brains);
            for ((x, half), brain) in src.iter().zip(halves).zip(brains) {
                let bits = x.to_bits();
                assert_eq!(
                    half.to_bits(),
                    f16::from_f32(*x).to_bits(),
                    "{isa:?} {bits:#010x}"
                );
                assert_eq!(
                    half.to_bits(),
                    f32_to_f16(*x).to_bits(),
                    "{isa:?} {bits:#010x}"
                );
                assert_eq!(
                    brain.to_bits(),
                    bf16::from_f32(*x).to_bits(),
                    "{isa:?} {bits:#010x}"
                );
            }
        }
    }

    #[test]
    fn runs_of_every_length_are_converted_to_their_end() {
        let src = near_halves();
        for n in 0..70 {
            let src = &src[1000..1000 + n];
            let mut halves = vec![f16::ZERO; n];
            narrow_f16(simd::chosen(), src, &mut halves);
            let want: Vec<_> = src.iter().map(|&x| f16::from_f32(x)).collect();
            assert_eq!(halves, want, "{n}");
            let mut floats = vec![0.0; n];
            widen_f16(simd::chosen(), &halves, &mut floats);
            let want: Vec<_> = halves.iter().map(|x| x.to_f32()).collect();
            assert_eq!(floats, want, "{n}");
        }
    }
}
