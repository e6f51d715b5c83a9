//! f16 conversion by the processor's instruction: eight elements at once with F16C, sixteen with AVX-512.
//!
//! Integer arithmetic takes about ten times as many instructions, which the memory bus does not hide.

use std::arch::x86_64::*;

use half::f16;

use super::{Conversion, RUN};
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

impl Conversion for BySixteen {
    #[inline(always)]
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { widen_by_16(src) }
    }

    #[inline(always)]
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
        // SAFETY: as above.
        unsafe { narrow_by_16(src) }
    }
}

impl Conversion for ByEight {
    #[inline(always)]
    fn widen(self, src: &[f16; RUN]) -> [f32; RUN] {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { widen_by_8(src) }
    }

    #[inline(always)]
    fn narrow(self, src: &[f32; RUN]) -> [f16; RUN] {
        // SAFETY: as above.
        unsafe { narrow_by_8(src) }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn widen_by_16(src: &[f16; RUN]) -> [f32; RUN] {
    let mut dst = [0.0; RUN];
    let pairs = src
        .as_chunks::<16>()
        .0
        .iter()
        .zip(dst.as_chunks_mut::<16>().0);
    for (x, y) in pairs {
        // SAFETY: arrays of sixteen; no alignment is asked for.
        unsafe {
            let halves = _mm256_loadu_si256(x.as_ptr().cast());
            _mm512_storeu_ps(y.as_mut_ptr(), _mm512_cvtph_ps(halves));
        }
    }
    dst
}

#[inline]
#[target_feature(enable = "avx512f")]
fn narrow_by_16(src: &[f32; RUN]) -> [f16; RUN] {
    let mut dst = [f16::ZERO; RUN];
    let pairs = src
        .as_chunks::<16>()
        .0
        .iter()
        .zip(dst.as_chunks_mut::<16>().0);
    for (x, y) in pairs {
        // SAFETY: arrays of sixteen; no alignment is asked for.
        unsafe {
            let floats = _mm512_loadu_ps(x.as_ptr());
            let halves = _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(floats);
            _mm256_storeu_si256(y.as_mut_ptr().cast(), halves);
        }
    }
    dst
}

#[inline]
#[target_feature(enable = "avx,f16c")]
fn widen_by_8(src: &[f16; RUN]) -> [f32; RUN] {
    let mut dst = [0.0; RUN];
    let pairs = src
        .as_chunks::<8>()
        .0
        .iter()
        .zip(dst.as_chunks_mut::<8>().0);
    for (x, y) in pairs {
        // SAFETY: arrays of eight; no alignment is asked for.
        unsafe {
            let halves = _mm_loadu_si128(x.as_ptr().cast());
            _mm256_storeu_ps(y.as_mut_ptr(), _mm256_cvtph_ps(halves));
        }
    }
    dst
}

#[inline]
#[target_feature(enable = "avx,f16c")]
fn narrow_by_8(src: &[f32; RUN]) -> [f16; RUN] {
    let mut dst = [f16::ZERO; RUN];
    let pairs = src
        .as_chunks::<8>()
        .0
        .iter()
        .zip(dst.as_chunks_mut::<8>().0);
    for (x, y) in pairs {
        // SAFETY: arrays of eight; no alignment is asked for.
        unsafe {
            let floats = _mm256_loadu_ps(x.as_ptr());
            let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(floats);
            _mm_storeu_si128(y.as_mut_ptr().cast(), halves);
        }
    }
    dst
}
