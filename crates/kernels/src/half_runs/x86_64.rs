//! f16 conversion by the processor's instruction: eight elements at once with F16C, sixteen with AVX-512.
//!
//! Integer arithmetic takes about ten times as many instructions, which the memory bus does not hide.

use std::arch::x86_64::*;

use half::f16;

use super::{Conversion, RUN};
use crate::fused::Hardware;
use crate::simd::Isa;

/// AVX-512. There is one only on a machine that has it.
#[derive(Clone, Copy)]
pub struct BySixteen(());

impl BySixteen {
    /// If `isa` is AVX-512 and this machine has it.
    pub fn on(isa: Isa) -> Option<Self> {
        (isa == Isa::Avx512 && isa.is_available()).then_some(BySixteen(()))
    }
}

/// F16C. There is one only on a machine that has it.
#[derive(Clone, Copy)]
pub struct ByEight(());

impl ByEight {
    /// If `isa` has the instructions and this machine has `isa`.
    pub fn on(isa: Isa) -> Option<Self> {
        (isa >= Isa::Avx2 && isa.is_available()).then_some(ByEight(()))
    }
}

/// The conversions of a kind by functions of its own, `$lanes` elements at once.
macro_rules! conversion {
    ($kind:ident: $widen:ident, $narrow:ident, features $features:literal, lanes $lanes:literal,
        widen $widen_lanes:ident, narrow $narrow_lanes:ident) => {
        impl Conversion for $kind {
            type Arithmetic = Hardware;

            #[inline(always)]
            fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
                // SAFETY: `self` proves that the machine has the instructions.
                unsafe { $widen(src) }
            }

            #[inline(always)]
            fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
                // SAFETY: as above.
                unsafe { $narrow(src) }
            }
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn $widen(src: &[f16; RUN]) -> [f32; RUN] {
            let mut dst = [0.0; RUN];
            for (x, y) in by_lanes::<_, _, $lanes>(src, &mut dst) {
                *y = bytemuck::cast($widen_lanes(bytemuck::cast(*x)));
            }
            dst
        }

        #[inline]
        #[target_feature(enable = $features)]
        fn $narrow(src: &[f32; RUN]) -> [f16; RUN] {
            let mut dst = [f16::ZERO; RUN];
            for (x, y) in by_lanes::<_, _, $lanes>(src, &mut dst) {
                let halves = $narrow_lanes::<_MM_FROUND_TO_NEAREST_INT>(bytemuck::cast(*x));
                *y = bytemuck::cast(halves);
            }
            dst
        }
    };
}

#[inline(always)]
fn by_lanes<'a, X, Y, const LANES: usize>(
    src: &'a [X; RUN],
    dst: &'a mut [Y; RUN],
) -> impl Iterator<Item = (&'a [X; LANES], &'a mut [Y; LANES])> {
    src.as_chunks().0.iter().zip(dst.as_chunks_mut().0)
}

conversion! {
    BySixteen: widen_by_16, narrow_by_16, features "avx512f", lanes 16,
    widen _mm512_cvtph_ps, narrow _mm512_cvtps_ph
}

conversion! {
    ByEight: widen_by_8, narrow_by_8, features "avx,f16c", lanes 8,
    widen _mm256_cvtph_ps, narrow _mm256_cvtps_ph
}
