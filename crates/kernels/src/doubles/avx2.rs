//! Several vectors of four doubles.

use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

use super::{
    Doubles, INVERSE_OF_BITS, ONE_BITS, SIGN, THREE_QUARTERS_BITS, TWO_TO_52, TWO_TO_52_BITS,
    Vectors,
};
use super::{ErrorBound, LOST_BITS};
use crate::coefficients::{INVERSE, POWERS_OF_SIXTEENTHS};
use crate::simd::Avx2;

/// Doubles of one vector.
const WIDTH: usize = 4;

/// `VECTORS` vectors. There are some only on a machine that has AVX2: each is made by [`Vectors::load`] or from others.
#[derive(Clone, Copy)]
pub(crate) struct Fours<const VECTORS: usize>([__m256d; VECTORS]);

impl<const VECTORS: usize> Vectors for Fours<VECTORS> {
    type Proof = Avx2;

    const COUNT: usize = WIDTH * VECTORS;

    loads! {
        fn load(Avx2, f32) = |x| _mm256_cvtps_pd(_mm_loadu_ps(x)), else _mm256_setzero_pd;
    }

    stores! {
        fn store(f32) = |y, x| _mm_storeu_ps(y, _mm256_cvtpd_ps(x));
        fn store_doubles(f64) = |y, x| _mm256_storeu_pd(y, x);
    }

    #[inline(always)]
    fn any_undecided(self, error_bound: ErrorBound) -> bool {
        // The last bits are in the low halves: those of two vectors are asked together.
        let (vectors, rest) = self.0.as_chunks::<2>();
        debug_assert!(rest.is_empty());
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe {
            let shift = _mm256_set1_epi32(error_bound.shift() as i32);
            // What a double has beside its last bits is shifted out.
            const BESIDE: i32 = 32 - LOST_BITS as i32;
            let most = _mm256_set1_epi32(!((error_bound.distance() as i32) << BESIDE));
            let mut least = _mm256_set1_epi32(-1);
            for &[a, b] in vectors {
                let (a, b) = (_mm256_castpd_ps(a), _mm256_castpd_ps(b));
                let low = _mm256_castps_si256(_mm256_shuffle_ps::<0b1000_1000>(a, b));
                let distance = _mm256_slli_epi32::<BESIDE>(_mm256_add_epi32(low, shift));
                least = _mm256_min_epu32(least, distance);
            }
            let within = _mm256_cmpeq_epi32(_mm256_min_epu32(least, most), least);
            _mm256_testz_si256(within, within) == 0
        }
    }

    #[inline(always)]
    fn any_tiny(self) -> bool {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe {
            let limit = _mm256_set1_pd(f32::MIN_POSITIVE.into());
            let mut any = _mm256_setzero_pd();
            for x in self.0 {
                let size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
                any = _mm256_or_pd(any, _mm256_cmp_pd::<_CMP_LT_OQ>(size, limit));
            }
            _mm256_movemask_pd(any) != 0
        }
    }
}

/// The entries of `table` that the lowest four bits of each number select.
///
/// # Safety
/// The machine has to have AVX2.
#[inline(always)]
unsafe fn entries(table: &'static [f64; 16], numbers: __m256i) -> __m256d {
    // SAFETY: the caller's promise; four bits select one of sixteen.
    unsafe {
        let numbers = _mm256_and_si256(numbers, _mm256_set1_epi64x(15));
        _mm256_i64gather_pd::<8>(table.as_ptr(), numbers)
    }
}

operators! {
    Fours:
    Add add _mm256_add_pd;
    Sub sub _mm256_sub_pd;
    Mul mul _mm256_mul_pd;
}

impl<const VECTORS: usize> Doubles for Fours<VECTORS> {
    const TABLES: bool = false;

    instructions! {
        _mm256_set1_pd;
        mul_add(factor, addend) _mm256_fmadd_pd;
        mul_sub(factor, subtrahend) _mm256_fmsub_pd;
        neg_mul_add(factor, addend) _mm256_fnmadd_pd;
        over(divisor) _mm256_div_pd;
        sqrt() _mm256_sqrt_pd;
    }

    limits! {
        _mm256_set1_pd;
        at_least _mm256_max_pd;
        at_most _mm256_min_pd;
    }

    /// Even and odd powers by themselves where there are many: half as many operations wait for one another.
    #[inline(always)]
    fn polynomial<const N: usize>(self, c: &[f64; N]) -> Self {
        let (mut last, mut before) = (self.all(c[N - 1]), self.all(c[N - 2]));
        let is_long = N >= 8;
        let step = if is_long { self * self } else { self };
        if !is_long {
            (last, before) = (last.mul_add(self, before), last);
        }
        for &c in c[..N - 2].iter().rev() {
            let next = self.all(c);
            (last, before) = if is_long {
                (before, last.mul_add(step, next))
            } else {
                (last.mul_add(step, next), last)
            };
        }
        if is_long {
            last.mul_add(self, before)
        } else {
            last
        }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let x = self;
        each!(x => _mm256_andnot_pd(_mm256_set1_pd(-0.0), x))
    }

    #[inline(always)]
    fn with_sign_of(self, x: Self) -> Self {
        let magnitude = self;
        each!(magnitude, x => {
            let sign = _mm256_castsi256_pd(_mm256_set1_epi64x(SIGN as i64));
            _mm256_or_pd(_mm256_andnot_pd(sign, magnitude), _mm256_and_pd(sign, x))
        })
    }

    #[inline(always)]
    fn if_below(self, limit: f64, below: Self, otherwise: Self) -> Self {
        let x = self;
        each!(x, below, otherwise => {
            let is_below = _mm256_cmp_pd::<_CMP_LT_OQ>(x, _mm256_set1_pd(limit));
            _mm256_blendv_pd(otherwise, below, is_below)
        })
    }

    #[inline(always)]
    fn power_of_sixteenths(self) -> Self {
        let x = self;
        each!(x => {
            let bits = _mm256_castpd_si256(x);
            let fraction = _mm256_castpd_si256(entries(&POWERS_OF_SIXTEENTHS, bits));
            let exponent = _mm256_slli_epi64::<52>(_mm256_srli_epi64::<4>(bits));
            _mm256_castsi256_pd(_mm256_add_epi64(fraction, exponent))
        })
    }

    #[inline(always)]
    fn scaled_by(self, sum: Self) -> Self {
        let x = self;
        each!(x, sum => {
            let exponent = _mm256_slli_epi64::<52>(_mm256_castpd_si256(sum));
            _mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(x), exponent))
        })
    }

    #[inline(always)]
    fn negated_if_odd(self, sum: Self) -> Self {
        let x = self;
        each!(x, sum => {
            let odd = _mm256_slli_epi64::<63>(_mm256_castpd_si256(sum));
            _mm256_xor_pd(x, _mm256_castsi256_pd(odd))
        })
    }

    #[inline(always)]
    fn if_odd(self, odd: Self, even: Self) -> Self {
        let x = self;
        each!(x, odd, even => {
            // Of the condition, the sign bit counts.
            let is_odd = _mm256_slli_epi64::<63>(_mm256_castpd_si256(x));
            _mm256_blendv_pd(even, odd, _mm256_castsi256_pd(is_odd))
        })
    }

    #[inline(always)]
    fn split(self) -> (Self, Self) {
        let x = self;
        let biased = each!(x => {
            let to_one = _mm256_set1_epi64x((ONE_BITS - THREE_QUARTERS_BITS) as i64);
            let moved = _mm256_add_epi64(_mm256_castpd_si256(x), to_one);
            _mm256_castsi256_pd(_mm256_srli_epi64::<52>(moved))
        });
        let mantissa = each!(x, biased => {
            let exponent = _mm256_slli_epi64::<52>(_mm256_castpd_si256(biased));
            let bits = _mm256_sub_epi64(_mm256_castpd_si256(x), exponent);
            let one = _mm256_set1_epi64x(ONE_BITS as i64);
            _mm256_castsi256_pd(_mm256_add_epi64(bits, one))
        });
        let k = each!(biased => {
            let two_to_52 = _mm256_castsi256_pd(_mm256_set1_epi64x(TWO_TO_52_BITS as i64));
            _mm256_sub_pd(_mm256_or_pd(biased, two_to_52), _mm256_set1_pd(TWO_TO_52 + 1023.0))
        });
        (k, mantissa)
    }

    #[inline(always)]
    fn entries<const PLACE: u32>(self, table: &'static [f64; 16]) -> Self {
        let x = self;
        each!(x => {
            let place = _mm_cvtsi32_si128(PLACE as i32);
            entries(table, _mm256_srl_epi64(_mm256_castpd_si256(x), place))
        })
    }

    #[inline(always)]
    fn nearly_inverted(self) -> Self {
        let x = self;
        let rough = each!(x => {
            let bits = _mm256_set1_epi64x(INVERSE_OF_BITS as i64);
            _mm256_castsi256_pd(_mm256_sub_epi64(bits, _mm256_castpd_si256(x)))
        });
        rough * (self * rough).polynomial(&INVERSE)
    }

    #[inline(always)]
    fn nearly_inverse_root(self) -> Self {
        let x = self;
        each!(x => _mm256_cvtps_pd(_mm_rsqrt_ps(_mm256_cvtpd_ps(x))))
    }
}
