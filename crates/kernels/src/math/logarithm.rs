//! Logarithms in double for results in float, also beside 1: the base of log, asinh and others. [`ln`] and [`ln_1p`] have a relative error
//! below 2^-42.

use std::f64::consts::{LN_2, LOG2_E};

use super::steps::polynomial;
use crate::coefficients::{
    LOG_FACTORS, LOG_OF_QUOTIENT, LOG_OF_QUOTIENT_FINE, LOG1P, LOG1P_BESIDE_1, LOG1P_FINE, LOGS,
};
use crate::doubles::Doubles;

/// The bits of `√½`.
const SQRT_HALF_BITS: u64 = 0x3fe6_a09e_667f_3bcd;
const ONE_BITS: u64 = 0x3ff0_0000_0000_0000;

/// `x = 2^k (1 + f)` with `1 + f` in `[√½, √2)`, for positive normal numbers: k and f.
#[inline(always)]
pub(super) fn split(x: f64) -> (f64, f64) {
    let bits = x.to_bits();
    let biased = bits.wrapping_add(ONE_BITS - SQRT_HALF_BITS) >> 52;
    let mantissa = f64::from_bits(bits.wrapping_sub(biased << 52).wrapping_add(ONE_BITS));
    // An integer below 2^52 in the last bits of 2^52.
    let k = f64::from_bits(biased | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    (k, mantissa - 1.0)
}

/// `ln(2^k (1 + f))`.
#[inline(always)]
pub(super) fn joined(k: f64, f: f64) -> f64 {
    k.mul_add(LN_2, f * polynomial(&LOG1P, f))
}

/// `ln(1 + f)` by a polynomial of a quotient, for `1 + f` from 3/4 to 3/2.
#[inline(always)]
fn by_quotient<D: Doubles, const N: usize>(f: D, c: &[f64; N]) -> D {
    let s = f.over(f.plus(2.0));
    s * (s * s).polynomial(c)
}

/// The logarithm to base 2 of positive normal numbers, with a relative error below 2^-50: times a small number it is an exponent.
#[inline(always)]
pub(super) fn quick_log2<D: Doubles>(x: D) -> D {
    let (k, log) = if D::TABLES {
        let (k, l, f) = parts(x);
        (k, f.mul_add(f.polynomial(&LOG1P_FINE), l))
    } else {
        let (k, mantissa) = x.split();
        (k, by_quotient(mantissa.plus(-1.0), &LOG_OF_QUOTIENT_FINE))
    };
    log.mul_add(x.all(LOG2_E), k)
}

/// The key of an argument of a logarithm: below [`USUAL`] for positive normal numbers.
#[inline(always)]
pub(super) fn key(x: f32) -> u32 {
    x.to_bits().wrapping_sub(f32::MIN_POSITIVE.to_bits())
}

pub(super) const USUAL: u64 = (f32::INFINITY.to_bits() - f32::MIN_POSITIVE.to_bits()) as u64;

/// The place of the first four bits after the binary point.
const FIRST_OF_MANTISSA: u32 = 48;

/// k, l and f of `x = 2^k (1 + f) e^l`, for positive normal numbers; k and l are 0 beside 1.
#[inline(always)]
fn parts<D: Doubles>(x: D) -> (D, D, D) {
    let (k, mantissa) = x.split();
    (
        k,
        mantissa.entries::<FIRST_OF_MANTISSA>(&LOGS),
        of_table(mantissa),
    )
}

/// The f of [`parts`] for a number from 3/4 to 3/2.
#[inline(always)]
fn of_table<D: Doubles>(mantissa: D) -> D {
    mantissa.times_plus(mantissa.entries::<FIRST_OF_MANTISSA>(&LOG_FACTORS), -1.0)
}

/// Negative numbers of positive ones and the other way round; zeros are positive.
const fn negated<const N: usize>(mut c: [f64; N]) -> [f64; N] {
    let mut i = 0;
    while i < N {
        c[i] = 0.0 - c[i];
        i += 1;
    }
    c
}

/// `ln x` for positive normal numbers, with a relative error below 2^-38.
#[inline(always)]
pub(super) fn quick_ln<D: Doubles>(x: D) -> D {
    if D::TABLES {
        let (k, l, f) = parts(x);
        let whole = k.mul_add(x.all(LN_2), l);
        return f.mul_add(f.polynomial(&LOG1P_BESIDE_1), whole);
    }
    let (k, mantissa) = x.split();
    k.mul_add(
        x.all(LN_2),
        by_quotient(mantissa.plus(-1.0), &LOG_OF_QUOTIENT),
    )
}

/// As [`quick_ln`], to base 2: exact for powers of two.
#[inline(always)]
pub(super) fn quick_log2_of_float<D: Doubles>(x: D) -> D {
    if D::TABLES {
        let (k, l, f) = parts(x);
        let whole = l.mul_add(x.all(LOG2_E), k);
        return f
            .times(LOG2_E)
            .mul_add(f.polynomial(&LOG1P_BESIDE_1), whole);
    }
    let (k, mantissa) = x.split();
    by_quotient(mantissa.plus(-1.0), &LOG_OF_QUOTIENT).mul_add(x.all(LOG2_E), k)
}

/// `ln(1 + x)` for `x > -1`, as [`quick_ln`].
#[inline(always)]
pub(super) fn quick_ln_1p<D: Doubles>(x: D) -> D {
    ln_1p_by(x, &LOG1P_BESIDE_1, &LOG_OF_QUOTIENT)
}

/// As [`quick_ln_1p`], with a relative error below 2^-47.
#[inline(always)]
pub(super) fn fine_ln_1p<D: Doubles>(x: D) -> D {
    ln_1p_by(x, &LOG1P_FINE, &LOG_OF_QUOTIENT_FINE)
}

/// `ln(1 + x)` for `x > -1`, by coefficients of `ln(1 + f) / f` where there are tables, else by those of [`by_quotient`].
#[inline(always)]
fn ln_1p_by<D: Doubles, const N: usize, const M: usize>(
    x: D,
    beside_1: &[f64; N],
    of_quotient: &[f64; M],
) -> D {
    // What the sum has lost of a small `x` is not lost.
    if D::TABLES {
        const NEGATED: [f64; LOGS.len()] = negated(LOGS);
        let (k, mantissa) = x.plus(1.0).split();
        let f = of_table(mantissa);
        let f = x.abs().if_below(1.0 / 32.0, x, f);
        // Less a positive zero, a negative one stays one.
        let less = k.neg_mul_add(x.all(LN_2), mantissa.entries::<FIRST_OF_MANTISSA>(&NEGATED));
        return f.mul_sub(f.polynomial(beside_1), less);
    }
    let (k, mantissa) = x.plus(1.0).split();
    let f = x.abs().if_below(1.0 / 32.0, x, mantissa.plus(-1.0));
    // Less `0 * ln 2`, a negative zero stays one.
    (x.all(0.0) - k).neg_mul_add(x.all(LN_2), by_quotient(f, of_quotient))
}

/// `ln x` for positive normal numbers.
#[inline(always)]
pub(super) fn ln(x: f64) -> f64 {
    let (k, f) = split(x);
    joined(k, f)
}

/// `ln(1 + x)` for `x > -1`, but for the sign of zero.
#[inline(always)]
pub(super) fn ln_1p(x: f64) -> f64 {
    let (k, f) = split(1.0 + x);
    // What the sum has lost of a small `x` is not lost.
    joined(k, if k == 0.0 { x } else { f })
}

/// `value`, which is a logarithm of `x`, but for what has no finite one: -∞ for 0, NaN below.
#[inline(always)]
pub(super) fn settle(x: f64, value: f64) -> f64 {
    let special = if x < 0.0 { f64::NAN } else { x };
    let special = if x == 0.0 { f64::NEG_INFINITY } else { special };
    if (x > 0.0) & (x < f64::INFINITY) {
        value
    } else {
        special
    }
}
