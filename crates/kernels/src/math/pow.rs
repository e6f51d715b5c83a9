//! Powers with C99's special values (F.10.4.4).

use std::f64::consts::LOG2_E;
use std::hint::select_unpredictable;

use super::groups::{GROUP, to_odd};
use super::pairs::{self, FunctionOfTwo};
use super::rare::{binary_f64_with_rare, is_tiny};
use super::rounding_test::ExactOfTwo;
use super::steps::{clamp, or_nan_of, polynomial};
use super::wide::exponential::Exponential;
use super::wide::full;
use super::wide::pair::Pair;
use super::{exponential, logarithm};
use crate::coefficients::LOG1P_LONG;
use crate::doubles::Doubles;
use crate::pow::{log2, settle};
use crate::simd;

/// Writes the first to the power of the second of each pair of elements, rounded to nearest. Panics if the lengths differ.
pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
    pairs::nearest::<Pow>(a, b, y);
}

/// Writes the first to the power of the second of each pair of elements, so that what is rounded again to f16 or bf16 is rounded correctly: rounded to nearest, or to odd where
/// that may be the middle between two numbers of those types. Powers that are exact are not rounded. Panics if the lengths differ.
pub fn f32_odd(a: &[f32], b: &[f32], y: &mut [f32]) {
    f32(a, b, y);
    let pairs = a.chunks(GROUP).zip(b.chunks(GROUP));
    for ((a, b), y) in pairs.zip(y.chunks_mut(GROUP)) {
        if any_between_halves(y) {
            settle_halves(a, b, y);
        }
    }
}

/// Returns true if a float is the middle between two neighbours of f16 or of bf16.
#[inline(always)]
fn is_between_halves(y: f32) -> bool {
    let bits = y.to_bits();
    // What the middle has behind the bits of f16, and of bf16 of any size.
    let is_middle = (bits & 0x1fff == 0x1000) | (bits & 0xffff == 0x8000);
    // Below the normal numbers of f16, which are multiples of 2^-24 there.
    let halves = y * 2f32.powi(25);
    let odd = (halves * 0.5).trunc() * 2.0 != halves;
    is_middle | ((halves.abs() < 2f32.powi(11)) & (halves.trunc() == halves) & odd)
}

fn any_between_halves(y: &[f32]) -> bool {
    simd::widest(
        #[inline(always)]
        || y.iter().fold(false, |any, &y| any | is_between_halves(y)),
    )
}

#[cold]
#[inline(never)]
fn settle_halves(a: &[f32], b: &[f32], y: &mut [f32]) {
    for (y, (&a, &b)) in y.iter_mut().zip(a.iter().zip(b)) {
        if is_between_halves(*y) {
            let mut value = [0.0];
            f64(&[a.into()], &[b.into()], &mut value);
            *y = to_odd(value[0]);
        }
    }
}

struct Pow;

/// The doubles below have a relative error below 2 to the power of minus this: 2^-38.5 was the largest in many millions.
const ERROR: u32 = 38;

/// `|a|^b` with the sign of `value`.
fn full_of(a: f64, b: f64, value: f64) -> Pair {
    let power = full::exp(full::ln(Pair::new(a.abs())).times(Pair::new(b)));
    Pair::select(value < 0.0, power.negative(), power)
}

impl FunctionOfTwo for Pow {
    const EXACT: ExactOfTwo = ExactOfTwo::new(f64, full_of, ERROR);

    #[inline(always)]
    fn is_usual(a: f32, b: f32) -> bool {
        // No power is near an end of the exponents of a double.
        (a >= f32::MIN_POSITIVE) & (a < f32::INFINITY) & (b.abs() < 7.9)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(a: D, b: D) -> D {
        exponential::quick_power_of_two(b * logarithm::quick_log2(a))
    }

    #[inline(always)]
    fn of_any(a: f64, b: f64) -> f64 {
        let usual = Self::is_usual(a as f32, b as f32);
        let base = if usual { a } else { 1.0 };
        select_unpredictable(usual, Self::of_usual(base, b), pow_of(a, b))
    }
}

/// A larger exponent gives what this one gives: the logarithm of a double is 0 or at least 2^-53.
const MOST: f64 = 1_180_591_620_717_411_303_424.0; // 2^70

#[inline(always)]
fn pow_of(x: f64, y: f64) -> f64 {
    let magnitude = x.abs();
    let (k, f) = logarithm::split(magnitude);
    let log2 = (f * LOG2_E).mul_add(polynomial(&LOG1P_LONG, f), k);
    let log2 = if magnitude == 0.0 {
        f64::NEG_INFINITY
    } else {
        log2
    };
    let log2 = if magnitude < f64::INFINITY {
        log2
    } else {
        magnitude
    };
    let value = exponential::exp2(y * log2);
    settle(x, y, or_nan_of(x, y, value))
}

binary_f64_with_rare!(
    "the first to the power of the second",
    wide_of,
    |_, _, y| is_tiny(y),
    |a, b| settle(a, b, exponential_of(a, b).0.value_once())
);

#[inline(always)]
pub(crate) fn wide_of(a: f64, b: f64) -> f64 {
    let (exponential, size) = exponential_of(a, b);
    let value = exponential.value();
    let value = if size.abs() < 1100.0 { value } else { size };
    let value = if size <= -1100.0 { 0.0 } else { value };
    let value = if size >= 1100.0 { f64::INFINITY } else { value };
    settle(a, b, or_nan_of(a, b, value))
}

/// The power of the size of `a`, and about its logarithm to base 2; where that is 1100 in size, or more, of 1.
#[inline(always)]
fn exponential_of(a: f64, b: f64) -> (Exponential, f64) {
    let magnitude = a.abs();
    let subnormal = magnitude < f64::MIN_POSITIVE;
    let log = log2(if subnormal {
        magnitude * 2f64.powi(54)
    } else {
        magnitude
    });
    let shifted = log.plus(Pair::new(-54.0));
    let log = if subnormal & (magnitude > 0.0) {
        shifted
    } else {
        log
    };
    let size = log.hi * b;
    let within = size.abs() < 1100.0;
    let product = log.split_times(Pair::new(clamp(b, -MOST, MOST)));
    let exponent = Pair {
        hi: if within { product.hi } else { 0.0 },
        lo: if within { product.lo } else { 0.0 },
    };
    (Exponential::of_two(exponent), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_are_nearer_than_what_is_undecided() {
        let mut bits = 1u64;
        let mut next = || {
            bits = bits
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (bits >> 32) as u32
        };
        let mut looked_at = [0; 2];
        for _ in 0..500_000 {
            let a = f32::from_bits(next() & 0x7fff_ffff);
            let log2 = f64::from(next()) / f64::from(u32::MAX) * 277.0 - 149.0;
            let b = (log2 / f64::from(a).log2()) as f32;
            let usual = Pow::is_usual(a, b);
            let (a, b) = (f64::from(a), f64::from(b));
            // What is nothing or infinite as a float is not looked at.
            if !(-149.0..128.0).contains(&(b * a.log2())) {
                continue;
            }
            let exact = full_of(a, b, 1.0);
            for (kind, is_there, value) in
                [(0, true, pow_of(a, b)), (1, usual, Pow::of_usual(a, b))]
            {
                let error = ((value - exact.hi - exact.lo) / exact.hi).abs();
                let is_near = error < 1.0 / (1u64 << ERROR) as f64;
                assert!(is_near || !is_there, "{a:e} {b:e}: 2^{:.2}", error.log2());
                looked_at[kind] += u32::from(is_there);
            }
        }
        assert!(
            looked_at.iter().all(|&count| count > 10_000),
            "{looked_at:?}"
        );
    }
}
