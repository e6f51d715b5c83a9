//! Vectors of AVX2 and of AVX-512.

use std::arch::x86_64::*;

use super::tile::{Tiles, Vector};
use super::{Block, Kind};
use crate::simd::{self, Loops};

/// A block on a machine with AVX-512, or else with AVX2.
///
/// # Safety
/// As for [`Block::multiply`]; the machine has the instructions.
pub(super) unsafe fn multiply(block: Block, kind: Kind, with_avx512: bool) {
    let single = kind == Kind::Single;
    // SAFETY: the caller's promise.
    unsafe {
        match (with_avx512, single) {
            (true, false) => simd::avx512(Tiles::<__m512d, 8>::new(block)),
            (true, true) => simd::avx512(Tiles::<__m512, 8>::new(block)),
            (false, false) => simd::avx2(Tiles::<__m256d, 4>::new(block)),
            (false, true) => simd::avx2(Tiles::<__m256, 4>::new(block)),
        }
    }
}

impl<V: Vector, const ROWS: usize> simd::Kernel for Tiles<V, ROWS> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        // SAFETY: `multiply` alone runs tiles as kernels, with its caller's promise.
        unsafe { self.several() }
    }
}

macro_rules! vectors {
    ($($vector:ident: $number:ident, $lanes:literal, $zero:ident, $all:ident, $load:ident, $store:ident, $add:ident, $add_product:ident;)+) => {$(
        // SAFETY, for all within: the caller's promise for the memory, and that the machine has the instruction.
        impl Vector for $vector {
            type Number = $number;
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: see above.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn all(from: *const $number) -> Self {
                // SAFETY: see above.
                unsafe { $all(from.read()) }
            }

            #[inline(always)]
            unsafe fn load(from: *const $number) -> Self {
                // SAFETY: see above.
                unsafe { $load(from) }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $number) {
                // SAFETY: see above.
                unsafe { $store(to, self) }
            }

            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            unsafe fn add_product(self, a: Self, b: Self) -> Self {
                // SAFETY: see above.
                unsafe { $add_product(a, b, self) }
            }
        }
    )+};
}

vectors! {
    __m512d: f64, 8, _mm512_setzero_pd, _mm512_set1_pd, _mm512_loadu_pd, _mm512_storeu_pd, _mm512_add_pd, _mm512_fmadd_pd;
    __m512: f32, 16, _mm512_setzero_ps, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps, _mm512_fmadd_ps;
    __m256d: f64, 4, _mm256_setzero_pd, _mm256_set1_pd, _mm256_loadu_pd, _mm256_storeu_pd, _mm256_add_pd, _mm256_fmadd_pd;
    __m256: f32, 8, _mm256_setzero_ps, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps, _mm256_fmadd_ps;
}
