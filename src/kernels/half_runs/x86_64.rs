//! f16 conversion by the processor's instruction: eight elements at once with F16C, sixteen with AVX-512.
//!
//! Integer arithmetic takes about ten times as many instructions, which the memory bus does not hide.

use std::arch::x86_64::*;

use half::f16;

use crate::kernels::simd::Isa;

/// Widens as many leading elements as fill vectors, and says how many.
pub fn widen_f16(isa: Isa, src: &[f16], dst: &mut [f32]) -> usize {
    match isa {
        // SAFETY: both are called only where the instruction set is available, and only with AVX-512 or F16C.
        Isa::Avx512 if isa.is_available() => unsafe { widen_by_16(src, dst) },
        // SAFETY: `is_available` has seen the features.
        Isa::Avx2 if isa.is_available() => unsafe { widen_by_8(src, dst) },
        _ => 0,
    }
}

/// Rounds as many leading elements as fill vectors, and says how many.
pub fn narrow_f16(isa: Isa, src: &[f32], dst: &mut [f16]) -> usize {
    match isa {
        // SAFETY: as above.
        Isa::Avx512 if isa.is_available() => unsafe { narrow_by_16(src, dst) },
        // SAFETY: `is_available` has seen the features.
        Isa::Avx2 if isa.is_available() => unsafe { narrow_by_8(src, dst) },
        _ => 0,
    }
}

#[target_feature(enable = "avx512f")]
fn widen_by_16(src: &[f16], dst: &mut [f32]) -> usize {
    let (src, _) = src.as_chunks::<16>();
    let (dst, _) = dst.as_chunks_mut::<16>();
    for (x, y) in src.iter().zip(&mut *dst) {
        // SAFETY: arrays of sixteen; no alignment is asked for.
        unsafe {
            let halves = _mm256_loadu_si256(x.as_ptr().cast());
            _mm512_storeu_ps(y.as_mut_ptr(), _mm512_cvtph_ps(halves));
        }
    }
    src.len().min(dst.len()) * 16
}

#[target_feature(enable = "avx512f")]
fn narrow_by_16(src: &[f32], dst: &mut [f16]) -> usize {
    let (src, _) = src.as_chunks::<16>();
    let (dst, _) = dst.as_chunks_mut::<16>();
    for (x, y) in src.iter().zip(&mut *dst) {
        // SAFETY: arrays of sixteen; no alignment is asked for.
        unsafe {
            let floats = _mm512_loadu_ps(x.as_ptr());
            let halves = _mm512_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(floats);
            _mm256_storeu_si256(y.as_mut_ptr().cast(), halves);
        }
    }
    src.len().min(dst.len()) * 16
}

#[target_feature(enable = "avx,f16c")]
fn widen_by_8(src: &[f16], dst: &mut [f32]) -> usize {
    let (src, _) = src.as_chunks::<8>();
    let (dst, _) = dst.as_chunks_mut::<8>();
    for (x, y) in src.iter().zip(&mut *dst) {
        // SAFETY: arrays of eight; no alignment is asked for.
        unsafe {
            let halves = _mm_loadu_si128(x.as_ptr().cast());
            _mm256_storeu_ps(y.as_mut_ptr(), _mm256_cvtph_ps(halves));
        }
    }
    src.len().min(dst.len()) * 8
}

#[target_feature(enable = "avx,f16c")]
fn narrow_by_8(src: &[f32], dst: &mut [f16]) -> usize {
    let (src, _) = src.as_chunks::<8>();
    let (dst, _) = dst.as_chunks_mut::<8>();
    for (x, y) in src.iter().zip(&mut *dst) {
        // SAFETY: arrays of eight; no alignment is asked for.
        unsafe {
            let floats = _mm256_loadu_ps(x.as_ptr());
            let halves = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(floats);
            _mm_storeu_si128(y.as_mut_ptr().cast(), halves);
        }
    }
    src.len().min(dst.len()) * 8
}
