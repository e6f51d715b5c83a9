//! Vectors of AVX2 and of AVX-512.

use std::arch::x86_64::*;

use super::few::Widen;
use super::tile::{Factors, Sums, Tiles, Vector};
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
            _ if kind == Kind::Brain => simd::avx512_brains(Packed(Tiles::<Brains, 8>::new(block))),
            _ if kind == Kind::Bytes => simd::avx512_bytes(Packed(Tiles::<Bytes, 8>::new(block))),
            (true, false) => simd::avx512(Tiles::<__m512d, 8>::new(block)),
            (true, true) => simd::avx512(Tiles::<__m512, 8>::new(block)),
            (false, false) => simd::avx2(Tiles::<__m256d, 4>::new(block)),
            (false, true) => simd::avx2(Tiles::<__m256, 4>::new(block)),
        }
    }
}

impl<V: Sums, const ROWS: usize> simd::Kernel for Tiles<V, ROWS> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        self.several();
    }
}

/// Tiles of kinds whose panels are always packed.
struct Packed<V: Sums, const ROWS: usize>(Tiles<V, ROWS>);

impl<V: Sums, const ROWS: usize> simd::Kernel for Packed<V, ROWS> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Loops) {
        self.0.packed();
    }
}

// SAFETY, for all within: the caller's promise for the memory, and that the machine has the instructions.
impl Factors for __m512i {
    type Number = u32;

    #[inline(always)]
    unsafe fn all(from: *const u32) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(from.cast::<i32>().read()) }
    }

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }
}

/// Sums of products of pairs of `bf16`.
#[derive(Clone, Copy)]
struct Brains(__m512);

// SAFETY, for all within: the caller's promise for the memory, and that the machine has the instructions.
impl Sums for Brains {
    type Factors = __m512i;
    type Sum = f32;
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn start(_: *const u32, _: usize, _: usize) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_setzero_ps() })
    }

    #[inline(always)]
    fn add_product(self, left: __m512i, right: __m512i) -> Self {
        // SAFETY: see above; both types are the same 512 bits.
        unsafe {
            let [left, right] =
                [left, right].map(|pairs| std::mem::transmute::<__m512i, __m512bh>(pairs));
            Self(_mm512_dpbf16_ps(self.0, left, right))
        }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32, adds: bool) {
        // SAFETY: see above.
        unsafe { <__m512 as Sums>::store(self.0, to, adds) }
    }
}

/// Sums of products of four bytes, those of the left side plus 128.
#[derive(Clone, Copy)]
struct Bytes(__m512i);

// SAFETY, for all within: the caller's promise for the memory, and that the machine has the instructions.
impl Sums for Bytes {
    type Factors = __m512i;
    type Sum = i32;
    const LANES: usize = 16;

    /// The negated sum of products with the 128 that is added to the left side, the same for all rows.
    #[inline(always)]
    unsafe fn start(right: *const u32, depth: usize, pitch: usize) -> Self {
        // SAFETY: see above.
        unsafe {
            let mut sums = _mm512_setzero_si512();
            for number in 0..depth {
                let right = __m512i::load(right.add(number * pitch));
                sums = _mm512_dpbusd_epi32(sums, _mm512_set1_epi8(-128), right);
            }
            Self(_mm512_sub_epi32(_mm512_setzero_si512(), sums))
        }
    }

    #[inline(always)]
    fn add_product(self, left: __m512i, right: __m512i) -> Self {
        // SAFETY: see above.
        Self(unsafe { _mm512_dpbusd_epi32(self.0, left, right) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut i32, adds: bool) {
        // SAFETY: see above.
        unsafe {
            let sums = match adds {
                true => _mm512_add_epi32(_mm512_loadu_si512(to.cast()), self.0),
                false => self.0,
            };
            _mm512_storeu_si512(to.cast(), sums);
        }
    }
}

macro_rules! vectors {
    ($($vector:ident: $number:ident, $lanes:literal, $zero:ident, $all:ident, $load:ident, $store:ident, $add:ident, $add_product:ident;)+) => {$(
        // SAFETY, for all within: the caller's promise for the memory, and that the machine has the instruction.
        impl Factors for $vector {
            type Number = $number;

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
        }

        // SAFETY, for all within: as above; a vector proves that the machine has the instruction.
        impl Vector for $vector {
            const LANES: usize = $lanes;

            #[inline(always)]
            unsafe fn zero() -> Self {
                // SAFETY: see above.
                unsafe { $zero() }
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $number) {
                // SAFETY: see above.
                unsafe { $store(to, self) }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: see above.
                unsafe { $add(self, other) }
            }

            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
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

/// Where eight numbers of four bits begin in a word, twice.
const EIGHT_PLACES: [u32; 16] = [0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28];

/// The numbers of four bits, by their codes.
const FOUR_BITS: [f32; 16] = [
    0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, -8.0, -7.0, -6.0, -5.0, -4.0, -3.0, -2.0, -1.0,
];

/// Widens elements: the address as what an instruction reads, and the instructions.
macro_rules! widening {
    ($($vector:ident: |$short:ident| $f16:expr, $bf16:expr, |$byte:ident| $i8:expr, $four_bits:literal |$word:ident| $i4:expr;)+) => {$(
        // SAFETY, for all within: the caller's promise for the memory, and that the machine has the instruction.
        impl Widen for $vector {
            const FOUR_BITS: bool = $four_bits;

            #[inline(always)]
            unsafe fn f16($short: *const u16) -> Self {
                // SAFETY: see above.
                unsafe { $f16 }
            }

            #[inline(always)]
            unsafe fn bf16($short: *const u16) -> Self {
                // SAFETY: see above.
                unsafe { $bf16 }
            }

            #[inline(always)]
            unsafe fn i8($byte: *const i8) -> Self {
                // SAFETY: see above.
                unsafe { $i8 }
            }

            #[inline(always)]
            unsafe fn i4($word: *const u32) -> Self {
                // SAFETY: see above.
                unsafe { $i4 }
            }
        }
    )+};
}

widening! {
    __m512: |from| _mm512_cvtph_ps(_mm256_loadu_si256(from.cast())),
        _mm512_castsi512_ps(_mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(_mm256_loadu_si256(from.cast())))),
        |from| _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(from.cast()))),
        true |from| {
            let [low, high] = from.cast::<[i32; 2]>().read_unaligned();
            let words = _mm512_mask_set1_epi32(_mm512_set1_epi32(low), 0xff00, high);
            // The number of an entry is in the lowest four bits, and others do not count.
            let codes = _mm512_srlv_epi32(words, _mm512_loadu_si512(EIGHT_PLACES.as_ptr().cast()));
            _mm512_permutexvar_ps(codes, _mm512_loadu_ps(FOUR_BITS.as_ptr()))
        };
    __m256: |from| _mm256_cvtph_ps(_mm_loadu_si128(from.cast())),
        _mm256_castsi256_ps(_mm256_slli_epi32::<16>(_mm256_cvtepu16_epi32(_mm_loadu_si128(from.cast())))),
        |from| _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(from.cast()))),
        false |_from| _mm256_setzero_ps();
}
