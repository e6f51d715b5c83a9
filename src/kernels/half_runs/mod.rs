//! 16-bit floats to float and back, at the speed of vectors.
//!
//! `half::f16::to_f32` asks for the CPU's features at each element. Here the question is asked once: [`with`] hands a kernel the
//! machine's [`Conversion`] of f16, its own instruction where it has one and integer arithmetic elsewhere, with the same bits, NaN
//! included. bf16 needs no instruction.

use half::{bf16, f16};

use super::simd::{self, Isa};

#[cfg(target_arch = "x86_64")]
mod x86_64;

/// Elements that are converted at once: few enough to stay in registers between the conversions.
pub const RUN: usize = 64;

/// How f16 are converted.
pub trait Conversion: Copy {
    /// Widens each element, exactly; a signalling NaN becomes quiet.
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN];

    /// Rounds each element to nearest, ties to even; a NaN becomes quiet.
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN];
}

/// What is compiled with the conversion of a machine. `run` has to be `#[inline(always)]`.
pub trait Work {
    /// Does the work.
    fn run(self, conversion: impl Conversion);
}

/// Runs `work` compiled for `isa`, or for the baseline if this machine lacks `isa`.
pub fn with(isa: Isa, work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if let Some(conversion) = x86_64::BySixteen::on(isa) {
        return simd::kernel_with(isa, Compiled(work, conversion));
    } else if let Some(conversion) = x86_64::ByEight::on(isa) {
        return simd::kernel_with(isa, Compiled(work, conversion));
    }
    simd::kernel_with(isa, Compiled(work, Arithmetic));
}

struct Compiled<W, C>(W, C);

impl<W: Work, C: Conversion> simd::Kernel for Compiled<W, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.0.run(self.1);
    }
}

/// Integer arithmetic, for every machine.
#[derive(Clone, Copy)]
struct Arithmetic;

impl Conversion for Arithmetic {
    #[inline(always)]
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
        src.map(f16_to_f32)
    }

    #[inline(always)]
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
        src.map(f32_to_f16)
    }
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
    let quiet = x.to_bits() >> 16 | 0x40;
    if x.is_nan() {
        bf16::from_bits(quiet as u16)
    } else {
        number_to_bf16(x)
    }
}

/// The nearest bf16 of what is no NaN; of two, the even one.
#[inline(always)]
pub fn number_to_bf16(x: f32) -> bf16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
    bf16::from_bits(rounded as u16)
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

    /// Widens or rounds all of `src`, whatever is left over with the last element repeated.
    struct All<'a, T, U, F> {
        src: &'a [T],
        dst: &'a mut Vec<U>,
        convert: F,
    }

    struct Widen;
    struct Narrow;

    impl Work for All<'_, f16, f32, Widen> {
        #[inline(always)]
        fn run(self, conversion: impl Conversion) {
            let Widen = self.convert;
            for run in self.src.chunks(RUN) {
                let full = std::array::from_fn(|i| run[i.min(run.len() - 1)]);
                self.dst.extend(&conversion.widen(&full)[..run.len()]);
            }
        }
    }

    impl Work for All<'_, f32, f16, Narrow> {
        #[inline(always)]
        fn run(self, conversion: impl Conversion) {
            let Narrow = self.convert;
            for run in self.src.chunks(RUN) {
                let full = std::array::from_fn(|i| run[i.min(run.len() - 1)]);
                self.dst.extend(&conversion.narrow(&full)[..run.len()]);
            }
        }
    }

    #[test]
    fn every_f16_widens_as_half_says_on_every_instruction_set() {
        let src = every_f16();
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let mut dst = Vec::new();
            with(
                isa,
                All {
                    src: &src,
                    dst: &mut dst,
                    convert: Widen,
                },
            );
            assert_eq!(dst.len(), src.len());
            for (x, y) in src.iter().zip(dst) {
                let bits = x.to_bits();
                assert_eq!(y.to_bits(), x.to_f32().to_bits(), "{isa:?} {bits:#06x}");
            }
        }
    }

    #[test]
    fn floats_narrow_as_half_says_on_every_instruction_set() {
        let src = near_halves();
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let mut halves = Vec::new();
            with(
                isa,
                All {
                    src: &src,
                    dst: &mut halves,
                    convert: Narrow,
                },
            );
            assert_eq!(halves.len(), src.len());
            for (x, half) in src.iter().zip(halves) {
                let bits = x.to_bits();
                let want = f16::from_f32(*x);
                assert_eq!(half.to_bits(), want.to_bits(), "{isa:?} {bits:#010x}");
            }
        }
        for x in src {
            let (brain, want) = (f32_to_bf16(x), bf16::from_f32(x));
            assert_eq!(brain.to_bits(), want.to_bits(), "{:#010x}", x.to_bits());
        }
    }
}
