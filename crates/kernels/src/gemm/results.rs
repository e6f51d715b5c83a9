//! What becomes of sums.

use crate::simd;

/// Makes every NaN the same one: which of several a processor keeps depends on the instruction.
pub fn one_nan<T: Float>(sums: &mut [T]) {
    for sum in sums {
        *sum = if sum.is_nan() { T::NAN } else { *sum };
    }
}

/// Numbers of which some are none.
pub trait Float: Copy {
    #[expect(missing_docs, reason = "named by itself")]
    const NAN: Self;

    /// Whether it is no number.
    fn is_nan(self) -> bool;
}

impl Float for f32 {
    const NAN: Self = f32::NAN;

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

impl Float for f64 {
    const NAN: Self = f64::NAN;

    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
}

/// Computes `sums = factor * sums`.
pub fn scale(sums: &mut [f64], factor: f64) {
    simd::widest(|| sums.iter_mut().for_each(|sum| *sum *= factor));
}

/// Computes `sums = factor * sums + weight * addends`.
pub fn combine(sums: &mut [f64], factor: f64, addends: &[f64], weight: f64) {
    simd::widest(|| {
        for (sum, &addend) in sums.iter_mut().zip(addends) {
            *sum = factor * *sum + weight * addend;
        }
    });
}
