//! 16-bit floats to float and back, at the speed of vectors.
//!
//! `half::f16::to_f32` asks for the CPU's features at each element. Here the question is asked once: [`with`] hands a kernel the
//! machine's [`Conversion`] of f16, its own instruction where it has one and integer arithmetic elsewhere, with the same bits, NaN
//! included. bf16 needs no instruction: see `numeric::narrow`.

use half::f16;

use super::fused::MultiplyAdd;
use super::simd::{self, Isa, Loops};
#[cfg(not(target_arch = "aarch64"))]
use hostnpu_numeric::narrow::{f16_to_f32, f32_to_f16};

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
#[cfg(target_arch = "x86_64")]
mod x86_64;

/// Elements that are converted at once: few enough to stay in registers between the conversions.
pub const RUN: usize = 64;

/// Conversion between f16 and f32.
pub trait Conversion: Copy {
    /// Multiplication and addition of a machine that has it.
    type Arithmetic: MultiplyAdd;

    /// Widens each element, exactly; a signalling NaN becomes quiet.
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN];

    /// Rounds each element to nearest, ties to even; a NaN becomes quiet.
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN];
}

/// Work that is compiled with the conversion of a machine. `run` has to be `#[inline(always)]`.
pub trait Work {
    /// Does the work.
    fn run(self, conversion: impl Conversion, loops: Loops);
}

/// Runs `work` compiled for `isa`, or for the baseline if this machine lacks `isa`.
pub fn with(isa: Isa, work: impl Work) {
    #[cfg(target_arch = "x86_64")]
    if let Some(conversion) = x86_64::BySixteen::on(isa) {
        // SAFETY: `on` has seen that the machine has the instruction set. Compiled for that one only: a conversion belongs to it.
        return unsafe { simd::avx512(Compiled(work, conversion)) };
    } else if let Some(conversion) = x86_64::ByEight::on(isa) {
        // SAFETY: as above.
        return unsafe { simd::avx2(Compiled(work, conversion)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = isa;
    #[cfg(target_arch = "aarch64")]
    let conversion = aarch64::ByFour;
    #[cfg(not(target_arch = "aarch64"))]
    let conversion = Arithmetic;
    simd::Kernel::run(Compiled(work, conversion), Loops::OF_BASELINE);
}

struct Compiled<W, C>(W, C);

impl<W: Work, C: Conversion> simd::Kernel for Compiled<W, C> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        self.0.run(self.1, loops);
    }
}

#[cfg(all(not(target_arch = "aarch64"), target_feature = "fma"))]
type OfBaseline = super::fused::Hardware;
#[cfg(not(any(target_arch = "aarch64", target_feature = "fma")))]
type OfBaseline = super::fused::Software;

/// Integer arithmetic, for machines without an instruction.
#[cfg(not(target_arch = "aarch64"))]
#[derive(Clone, Copy)]
struct Arithmetic;

#[cfg(not(target_arch = "aarch64"))]
impl Conversion for Arithmetic {
    type Arithmetic = OfBaseline;

    // Called, not inlined: it is long, and each loop over f16 would have copies of its own.
    #[inline(never)]
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
        src.map(f16_to_f32)
    }

    #[inline(never)]
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
        src.map(f32_to_f16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_f16() -> Vec<f16> {
        (0..=u16::MAX).map(f16::from_bits).collect()
    }

    /// Every f16 value, the middle between neighbours, the floats beside these, and others.
    fn near_halves() -> Vec<f32> {
        let f16s = every_f16().into_iter().map(|x| x.to_f32().to_bits());
        f16s.flat_map(|bits| [0, 0x1000].map(|half| bits.wrapping_add(half)))
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
        fn run(self, conversion: impl Conversion, _: Loops) {
            let Widen = self.convert;
            for run in self.src.chunks(RUN) {
                let full = std::array::from_fn(|i| run[i.min(run.len() - 1)]);
                self.dst.extend(&conversion.widen(&full)[..run.len()]);
            }
        }
    }

    impl Work for All<'_, f32, f16, Narrow> {
        #[inline(always)]
        fn run(self, conversion: impl Conversion, _: Loops) {
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
    }
}
