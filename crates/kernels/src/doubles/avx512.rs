//! Several vectors of eight doubles.

use std::arch::x86_64::*;
use std::ops::{Add, Mul, Sub};

use super::ErrorBound;
use super::{Doubles, SIGN, TO_SIXTEENTH, Vectors, WIDTH};
use crate::coefficients::POWERS_OF_SIXTEENTHS;
use crate::simd::Avx512;

/// `VECTORS` vectors. There are some only on a machine that has AVX-512: each is made by [`Vectors::load`] or from others.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<const VECTORS: usize>([__m512d; VECTORS]);

impl<const VECTORS: usize> Lanes<VECTORS> {
    loads! {
        /// The doubles of `x`, of which there are [`Vectors::COUNT`].
        pub fn load_doubles(Avx512, f64) = |x| _mm512_loadu_pd(x), else _mm512_setzero_pd;
    }
}

impl<const VECTORS: usize> Vectors for Lanes<VECTORS> {
    type Proof = Avx512;

    const COUNT: usize = WIDTH * VECTORS;

    loads! {
        fn load(Avx512, f32) = |x| _mm512_cvtps_pd(_mm256_loadu_ps(x)), else _mm512_setzero_pd;
    }

    stores! {
        fn store(f32) = |y, x| _mm256_storeu_ps(y, _mm512_cvtpd_ps(x));
        fn store_doubles(f64) = |y, x| _mm512_storeu_pd(y, x);
    }

    #[inline(always)]
    fn any_undecided(self, error_bound: ErrorBound) -> bool {
        let (shift, distance) = (error_bound.shift() as i64, error_bound.distance() as i64);
        let mut decided = u8::MAX;
        for x in self.0 {
            // SAFETY: `self` proves that the machine has the instructions.
            decided = unsafe {
                let moved = _mm512_add_epi64(_mm512_castpd_si512(x), _mm512_set1_epi64(shift));
                _mm512_mask_test_epi64_mask(decided, moved, _mm512_set1_epi64(distance))
            };
        }
        decided != u8::MAX
    }

    #[inline(always)]
    fn any_tiny(self) -> bool {
        let mut tiny = 0;
        for x in self.0 {
            // SAFETY: `self` proves that the machine has the instructions.
            tiny |= unsafe {
                let size = _mm512_abs_pd(x);
                _mm512_cmp_pd_mask::<_CMP_LT_OQ>(size, _mm512_set1_pd(f32::MIN_POSITIVE.into()))
            };
        }
        tiny != 0
    }
}

/// The entries of `table` that the lowest four bits of each number select.
///
/// # Safety
/// The machine has to have AVX-512.
#[inline(always)]
unsafe fn entries(table: &'static [f64; 16], numbers: __m512i) -> __m512d {
    let (low, high) = (table.as_ptr(), table[WIDTH..].as_ptr());
    // SAFETY: the caller's promise; the table has as many entries as are read.
    unsafe { _mm512_permutex2var_pd(_mm512_loadu_pd(low), numbers, _mm512_loadu_pd(high)) }
}

operators! {
    Lanes:
    Add add _mm512_add_pd;
    Sub sub _mm512_sub_pd;
    Mul mul _mm512_mul_pd;
}

impl<const VECTORS: usize> Doubles for Lanes<VECTORS> {
    const TABLES: bool = true;

    instructions! {
        _mm512_set1_pd;
        mul_add(factor, addend) _mm512_fmadd_pd;
        mul_sub(factor, subtrahend) _mm512_fmsub_pd;
        neg_mul_add(factor, addend) _mm512_fnmadd_pd;
        over(divisor) _mm512_div_pd;
        sqrt() _mm512_sqrt_pd;
        nearly_inverted() _mm512_rcp14_pd;
        nearly_inverse_root() _mm512_rsqrt14_pd;
    }

    limits! {
        _mm512_set1_pd;
        at_least _mm512_max_pd;
        at_most _mm512_min_pd;
    }

    #[inline(always)]
    fn abs(self) -> Self {
        let x = self;
        each!(x => _mm512_andnot_pd(_mm512_set1_pd(-0.0), x))
    }

    #[inline(always)]
    fn with_sign_of(self, x: Self) -> Self {
        let magnitude = self;
        each!(magnitude, x => {
            let sign = _mm512_set1_epi64(SIGN as i64);
            let (a, b) = (_mm512_castpd_si512(magnitude), _mm512_castpd_si512(x));
            // The bit of the second where the third is set, that of the first elsewhere.
            _mm512_castsi512_pd(_mm512_ternarylogic_epi64::<0b1101_1000>(a, b, sign))
        })
    }

    #[inline(always)]
    fn if_below(self, limit: f64, below: Self, otherwise: Self) -> Self {
        let x = self;
        each!(x, below, otherwise => {
            let is_below = _mm512_cmp_pd_mask::<_CMP_LT_OQ>(x, _mm512_set1_pd(limit));
            _mm512_mask_blend_pd(is_below, otherwise, below)
        })
    }

    #[inline(always)]
    fn power_of_sixteenths(self) -> Self {
        let x = self;
        each!(x => {
            let fraction = entries(&POWERS_OF_SIXTEENTHS, _mm512_castpd_si512(x));
            // It takes the integer below.
            _mm512_scalef_pd(fraction, _mm512_sub_pd(x, _mm512_set1_pd(TO_SIXTEENTH)))
        })
    }

    #[inline(always)]
    fn scaled_by(self, sum: Self) -> Self {
        let x = self;
        each!(x, sum => {
            let exponent = _mm512_slli_epi64::<52>(_mm512_castpd_si512(sum));
            _mm512_castsi512_pd(_mm512_add_epi64(_mm512_castpd_si512(x), exponent))
        })
    }

    #[inline(always)]
    fn negated_if_odd(self, sum: Self) -> Self {
        let x = self;
        each!(x, sum => {
            let odd = _mm512_slli_epi64::<63>(_mm512_castpd_si512(sum));
            _mm512_xor_pd(x, _mm512_castsi512_pd(odd))
        })
    }

    #[inline(always)]
    fn if_odd(self, odd: Self, even: Self) -> Self {
        let x = self;
        each!(x, odd, even => {
            let is_odd = _mm512_test_epi64_mask(_mm512_castpd_si512(x), _mm512_set1_epi64(1));
            _mm512_mask_blend_pd(is_odd, even, odd)
        })
    }

    #[inline(always)]
    fn split(self) -> (Self, Self) {
        let x = self;
        // The exponent of 4/3 of it is that of what is 1 where it is 3/4.
        let k = each!(x => _mm512_getexp_pd(_mm512_mul_pd(x, _mm512_set1_pd(4.0 / 3.0))));
        let mantissa = each!(x => _mm512_getmant_pd::<_MM_MANT_NORM_P75_1P5, _MM_MANT_SIGN_SRC>(x));
        (k, mantissa)
    }

    #[inline(always)]
    fn entries<const PLACE: u32>(self, table: &'static [f64; 16]) -> Self {
        let x = self;
        each!(x => entries(table, _mm512_srli_epi64::<PLACE>(_mm512_castpd_si512(x))))
    }
}
