//! Results from sums.

use crate::reduce::results::OneNan;
use crate::simd;

/// Makes every NaN the same one: which of several a processor keeps depends on the instruction.
pub fn one_nan(sums: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for sum in sums {
                loops.step();
                *sum = sum.with_one_nan();
            }
        },
    );
}

/// As [`one_nan`].
pub fn one_nan_f32(sums: &mut [f32]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for sum in sums {
                loops.step();
                *sum = sum.with_one_nan();
            }
        },
    );
}

/// Computes `sums = factor * sums`.
pub fn scale(sums: &mut [f64], factor: f64) {
    simd::widest(|| sums.iter_mut().for_each(|sum| *sum *= factor));
}

/// Computes `sums = factor * sums`, of all NaN the same one.
pub fn scale_with_one_nan(sums: &mut [f64], factor: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for sum in sums {
                loops.step();
                *sum = (*sum * factor).with_one_nan();
            }
        },
    );
}

/// Computes `sums = factor * sums + weight * addends`.
pub fn combine(sums: &mut [f64], factor: f64, addends: &[f64], weight: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (sum, &addend) in sums.iter_mut().zip(addends) {
                loops.step();
                *sum = factor * *sum + weight * addend;
            }
        },
    );
}
