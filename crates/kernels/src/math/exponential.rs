//! `e^x` in double for results in float: the base of exp, tanh and others. [`exp`] and its like have a relative error below 2^-42.

use std::f64::consts::{LN_2, LOG2_E};

use super::steps::{TO_INTEGER, clamp, polynomial};
use crate::coefficients::{
    COSH, EXP2M1, EXPM1, EXPM1_FINE, EXPM1_SHORT, EXPM1_WHOLE, SINH, TANH, TANH_WHOLE,
};
use crate::doubles::{Doubles, TO_SIXTEENTH};

/// Below, `e^x` is less than half the smallest float; above, more than the largest.
const LOWEST: f64 = -110.0;
const HIGHEST: f64 = 90.0;

/// Arguments of [`power`] are below this.
pub(super) const MODERATE: f32 = 128.0;

/// `e^x = s e^r` with a power s of a sixteenth of 2, and a small r: s and r.
#[inline(always)]
fn split_finely<D: Doubles>(x: D) -> (D, D) {
    let sum = x.times_plus(x.all(LOG2_E), TO_SIXTEENTH);
    let r = sum.plus(-TO_SIXTEENTH).neg_mul_add(x.all(LN_2), x);
    (sum.power_of_sixteenths(), r)
}

/// `e^x` of what is at most [`MODERATE`] in size, with a relative error below 2^-38.
#[inline(always)]
pub(crate) fn power<D: Doubles>(x: D) -> D {
    let (s, r) = split_finely(x);
    (s * r).mul_add(r.polynomial(&EXPM1_SHORT), s)
}

/// Addend that splits a number when it is added and subtracted again: into a sixteenth where there are tables, into an integer elsewhere.
#[inline(always)]
const fn to_number<D: Doubles>() -> f64 {
    if D::TABLES { TO_SIXTEENTH } else { TO_INTEGER }
}

/// `2^n e^r` for the number n that has been split off by [`to_number`] with this sum, and a rest r: by coefficients of `(e^r - 1) / r` where there are tables,
/// else by others.
#[inline(always)]
fn joined<D: Doubles, const N: usize, const M: usize>(
    sum: D,
    r: D,
    short: &[f64; N],
    whole: &[f64; M],
) -> D {
    if D::TABLES {
        let s = sum.power_of_sixteenths();
        return (s * r).mul_add(r.polynomial(short), s);
    }
    r.mul_add(r.polynomial(whole), r.all(1.0)).scaled_by(sum)
}

/// [`power`], in fewer steps on machines that have no tables: with other last bits there, so that only what is rounded exactly may use it.
#[inline(always)]
pub(super) fn quick_power<D: Doubles>(x: D) -> D {
    let sum = x.times_plus(x.all(LOG2_E), to_number::<D>());
    let r = sum.plus(-to_number::<D>()).neg_mul_add(x.all(LN_2), x);
    joined(sum, r, &EXPM1_SHORT, &EXPM1_WHOLE)
}

/// `e^-x` by coefficients of `(1 - e^-r) / r`, as [`joined`].
#[inline(always)]
fn inverse_power<D: Doubles, const N: usize, const M: usize>(
    x: D,
    short: &[f64; N],
    whole: &[f64; M],
) -> D {
    let sum = x.times_plus(x.all(-LOG2_E), to_number::<D>());
    // The negative of what is left.
    let r = sum.plus(-to_number::<D>()).mul_add(x.all(LN_2), x);
    joined(sum, r, short, whole)
}

/// `e^-x`, as [`quick_power`].
#[inline(always)]
pub(super) fn quick_inverse_power<D: Doubles>(x: D) -> D {
    const SHORT: [f64; EXPM1_SHORT.len()] = alternating(EXPM1_SHORT);
    const WHOLE: [f64; EXPM1_WHOLE.len()] = alternating(EXPM1_WHOLE);
    inverse_power(x, &SHORT, &WHOLE)
}

/// `e^-x`, as [`quick_power`], with a relative error below 2^-44.
#[inline(always)]
pub(super) fn fine_inverse_power<D: Doubles>(x: D) -> D {
    const SHORT: [f64; EXPM1_FINE.len()] = alternating(EXPM1_FINE);
    const WHOLE: [f64; EXPM1.len()] = alternating(EXPM1);
    inverse_power(x, &SHORT, &WHOLE)
}

/// `2^x` by coefficients of `(2^r - 1) / r`, as [`joined`].
#[inline(always)]
fn power_of_two<D: Doubles, const N: usize, const M: usize>(
    x: D,
    short: &[f64; N],
    whole: &[f64; M],
) -> D {
    let sum = x.plus(to_number::<D>());
    let r = x - sum.plus(-to_number::<D>());
    joined(sum, r, short, whole)
}

/// `2^x` of what is below 1012 in size, as [`quick_power`].
#[inline(always)]
pub(super) fn quick_power_of_two<D: Doubles>(x: D) -> D {
    const SHORT: [f64; EXPM1_SHORT.len()] = to_base_2(EXPM1_SHORT);
    const WHOLE: [f64; EXPM1_WHOLE.len()] = to_base_2(EXPM1_WHOLE);
    power_of_two(x, &SHORT, &WHOLE)
}

/// As [`quick_power_of_two`], with a relative error below 2^-44.
#[inline(always)]
pub(super) fn fine_power_of_two<D: Doubles>(x: D) -> D {
    const SHORT: [f64; EXPM1_FINE.len()] = to_base_2(EXPM1_FINE);
    const WHOLE: [f64; EXPM1.len()] = to_base_2(EXPM1);
    power_of_two(x, &SHORT, &WHOLE)
}

/// The coefficients of `-p(-x)` for those of `p(x)`.
const fn alternating<const N: usize>(mut c: [f64; N]) -> [f64; N] {
    let mut i = 0;
    while i < N {
        c[i] = -c[i];
        i += 2;
    }
    c
}

/// The coefficients of `(2^x - 1) / x` for those of `(e^x - 1) / x`.
const fn to_base_2<const N: usize>(mut c: [f64; N]) -> [f64; N] {
    let (mut i, mut factor) = (0, LN_2);
    while i < N {
        c[i] *= factor;
        factor *= LN_2;
        i += 1;
    }
    c
}

/// `e^x - 1` as [`quick_power`], with a relative error below 2^-38 also beside 0, where s is 1.
#[inline(always)]
pub(super) fn quick_power_less_1<D: Doubles>(x: D) -> D {
    if D::TABLES {
        let (s, r) = split_finely(x);
        return (s * r).mul_add(r.polynomial(&EXPM1_FINE), s.plus(-1.0));
    }
    let (sum, r) = split_wholly(x);
    let s = x.all(1.0).scaled_by(sum);
    (s * r).mul_add(r.polynomial(&EXPM1), s.plus(-1.0))
}

/// A numerator and a denominator of `tanh x`, for what is at most 10 in size.
#[inline(always)]
pub(super) fn quick_tanh_parts<D: Doubles>(x: D) -> (D, D) {
    // `e^2x = s (1 + t) / (1 - t)` with `t = tanh r`.
    let sum = x.times_plus(x.all(2.0 * LOG2_E), to_number::<D>());
    let r = sum
        .plus(-to_number::<D>())
        .neg_mul_add(x.all(0.5 * LN_2), x);
    let (t, s) = if D::TABLES {
        (r * (r * r).polynomial(&TANH), sum.power_of_sixteenths())
    } else {
        (
            r * (r * r).polynomial(&TANH_WHOLE),
            x.all(1.0).scaled_by(sum),
        )
    };
    let (above, below) = (s.plus(1.0), x.all(1.0) - s);
    // Beside 0 the numerator is `2t - 0`, which keeps the sign of zero.
    (above.mul_sub(t, below), below.neg_mul_add(t, above))
}

/// `x = n ln 2 + r`: a sum whose lowest bits are the integer n, and r.
#[inline(always)]
fn split_wholly<D: Doubles>(x: D) -> (D, D) {
    let sum = x.times_plus(x.all(LOG2_E), TO_INTEGER);
    let r = sum.plus(-TO_INTEGER).neg_mul_add(x.all(LN_2), x);
    (sum, r)
}

/// `e^x`. Saturates where a float overflows or underflows anyway.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    exp_of_moderate(clamp(x, LOWEST, HIGHEST))
}

/// [`exp`] of what is between [`LOWEST`] and [`HIGHEST`].
#[inline(always)]
pub(crate) fn exp_of_moderate(x: f64) -> f64 {
    let (sum, r) = split_wholly(x);
    r.mul_add(polynomial(&EXPM1, r), 1.0).scaled_by(sum)
}

/// `2^x`, as [`exp`].
#[inline(always)]
pub(super) fn exp2(x: f64) -> f64 {
    let x = clamp(x, -160.0, 130.0);
    let sum = x + TO_INTEGER;
    let r = x - (sum - TO_INTEGER);
    r.mul_add(polynomial(&EXP2M1, r), 1.0).scaled_by(sum)
}

/// `e^x - 1`, as [`exp`], but for the sign of zero.
#[inline(always)]
pub(super) fn exp_m1(x: f64) -> f64 {
    exp_m1_of_moderate(clamp(x, LOWEST, HIGHEST))
}

/// [`exp_m1`] of what is between [`LOWEST`] and [`HIGHEST`].
#[inline(always)]
pub(super) fn exp_m1_of_moderate(x: f64) -> f64 {
    let (sum, r) = split_wholly(x);
    let scale = 1.0f64.scaled_by(sum);
    scale.mul_add(r * polynomial(&EXPM1, r), scale - 1.0)
}

/// Half of `e^x + e^-x` and of `e^x - e^-x`, as [`exp`].
#[inline(always)]
pub(super) fn cosh_and_sinh(x: f64) -> (f64, f64) {
    let (sum, r) = split_wholly(clamp(x, -HIGHEST, HIGHEST));
    let square = r * r;
    let (even, odd) = (polynomial(&COSH, square), r * polynomial(&SINH, square));
    let up = 0.5f64.scaled_by(sum);
    let down = f64::from_bits(0.5f64.to_bits().wrapping_sub(sum.to_bits() << 52));
    let (total, difference) = (up + down, up - down);
    (
        total.mul_add(even, difference * odd),
        difference.mul_add(even, total * odd),
    )
}
