//! ln|Γ(x)|.
//!
//! Floats and halves are correctly rounded for every input, doubles to within a hair of half a unit in the last place
//! (beside the zeros on the negative axis: to an absolute error below 2^-80 before rounding).
//! +inf at the poles (0, negative integers), at both infinities, and on overflow; +0 at 1 and 2; NaN for NaN, as in
//! C99 `lgamma`.

mod accurate;
mod coefficients;
mod half;
mod single;

use super::simd::{self, Isa};
use ::half::f16;

/// Writes ln|Γ(x)| of each element of `input` to `output`, correctly rounded.
///
/// The slices have one length; of two lengths, the shorter one counts.
pub fn lgamma_f32(input: &[f32], output: &mut [f32]) {
    lgamma_f32_on(simd::chosen(), input, output);
}

/// [`lgamma_f32`] compiled for `isa`, or for the baseline if this machine lacks `isa`.
pub fn lgamma_f32_on(isa: Isa, input: &[f32], output: &mut [f32]) {
    single::ln_gamma_slice(isa, input, output);
}

/// Writes ln|Γ(x)| of each element of `input` to `output`.
///
/// The slices have one length; of two lengths, the shorter one counts.
pub fn lgamma_f64(input: &[f64], output: &mut [f64]) {
    lgamma_f64_on(simd::chosen(), input, output);
}

/// [`lgamma_f64`] compiled for `isa`, or for the baseline if this machine lacks `isa`.
pub fn lgamma_f64_on(isa: Isa, input: &[f64], output: &mut [f64]) {
    simd::loops_with(
        isa,
        #[inline(always)]
        |loops| {
            for (y, &x) in output.iter_mut().zip(input) {
                loops.step();
                *y = accurate::ln_gamma(x).hi;
            }
        },
    );
}

/// Writes ln|Γ(x)| of each element of `input` to `output`, correctly rounded. Panics if the lengths differ.
pub fn lgamma_f16(input: &[f16], output: &mut [f16]) {
    half::ln_gamma_slice(input, output);
}
