//! Remainders: `fmod` with the sign of the dividend, `remainder` with that of the divisor.

use crate::dense::same_length;
use crate::simd;

/// Elements that share the decision between the vectorised computation and the exact one of any ratio.
const BLOCK: usize = 64;

macro_rules! rest {
    ($a:ident, $b:ident, $quotient:expr) => {{
        let rest = $a.wrapping_sub($quotient.wrapping_mul($b));
        if $b == 0 { !0 } else { rest }
    }};
}

macro_rules! signed {
    ($a:ident, $b:ident, $rest:expr) => {{
        let rest = $rest;
        let differ = ($b != 0) & (rest != 0) & ((rest ^ $b) < 0);
        if differ { rest.wrapping_add($b) } else { rest }
    }};
}

/// `a - b * trunc(a / b)`, exactly: the sign of `a`. An integer by 0 gives -1.
pub mod fmod {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{by_blocks, double, single};
    use crate::arith::binary;

    /// Computes the operation of this module on each pair of elements.
    pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
        by_blocks(a, b, y, single, |a, b| a % b, |rest, _| rest);
    }

    /// Computes the operation of this module on each pair of elements.
    pub fn f64(a: &[f64], b: &[f64], y: &mut [f64]) {
        by_blocks(a, b, y, double, |a, b| a % b, |rest, _| rest);
    }

    binary! {
        i8 -> i8 = |a, b| rest!(a, b, a.quotient(b));
        u8 -> u8 = |a, b| rest!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| rest!(a, b, a.quotient(b));
        i32 -> i32 = |a, b| rest!(a, b, a.quotient(b));
        i64 -> i64 = |a, b| rest!(a, b, wide_quotient(a, b));
    }
}

/// `a - b * floor(a / b)`: the sign of `b`; a zero has that of `a`. An integer by 0 gives -1. Floats as PyTorch computes them: `fmod`, plus
/// `b` where the signs differ, rounded once.
pub mod remainder {
    use super::super::divisions::{Truncating, wide_quotient};
    use super::{by_blocks, double, single};
    use crate::arith::binary;

    /// Computes the operation of this module on each pair of elements.
    pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
        by_blocks(
            a,
            b,
            y,
            single,
            |a, b| a % b,
            #[inline(always)]
            |rest, b| {
                if (rest != 0.0) & ((rest < 0.0) != (b < 0.0)) {
                    rest + b
                } else {
                    rest
                }
            },
        );
    }

    /// Computes the operation of this module on each pair of elements.
    pub fn f64(a: &[f64], b: &[f64], y: &mut [f64]) {
        by_blocks(
            a,
            b,
            y,
            double,
            |a, b| a % b,
            #[inline(always)]
            |rest, b| {
                if (rest != 0.0) & ((rest < 0.0) != (b < 0.0)) {
                    rest + b
                } else {
                    rest
                }
            },
        );
    }

    binary! {
        i8 -> i8 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        u8 -> u8 = |a, b| rest!(a, b, a.quotient(b));
        i16 -> i16 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        i32 -> i32 = |a, b| signed!(a, b, rest!(a, b, a.quotient(b)));
        i64 -> i64 = |a, b| signed!(a, b, rest!(a, b, wide_quotient(a, b)));
    }
}

/// The remainder with the sign of `a`, and whether it is one: the ratio is small enough, and nothing is infinite or NaN.
#[inline(always)]
fn single(a: f32, b: f32) -> (f32, bool) {
    let (wide_a, wide_b) = (f64::from(a), f64::from(b));
    let quotient = wide_a / wide_b;
    // Up to there the quotient of two floats lies farther from the next integer than a double's rounding moves it, and the
    // product below is exact.
    let near = (quotient.abs() < 67_108_864.0) & (b.abs() < f32::INFINITY);
    let rest = wide_a - quotient.trunc() * wide_b;
    ((rest as f32).copysign(a), near)
}

/// As [`single`].
#[inline(always)]
fn double(a: f64, b: f64) -> (f64, bool) {
    let quotient = a / b;
    let near = (quotient.abs() < 4_503_599_627_370_496.0) & (b.abs() < f64::INFINITY);
    // The quotient may have been rounded up to an integer, which makes the rest, exact all the same, one `b` too small.
    let rest = (-quotient.trunc()).mul_add(b, a);
    let passed = (rest != 0.0) & ((rest < 0.0) != (a < 0.0));
    let exact = if passed { rest + b.copysign(a) } else { rest };
    (exact.copysign(a), near)
}

#[inline(always)]
fn by_blocks<T: Copy>(
    a: &[T],
    b: &[T],
    y: &mut [T],
    near: impl Fn(T, T) -> (T, bool),
    any: impl Fn(T, T) -> T,
    then: impl Fn(T, T) -> T,
) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    simd::widest(
        #[inline(always)]
        || {
            let blocks = y
                .chunks_mut(BLOCK)
                .zip(a.chunks(BLOCK))
                .zip(b.chunks(BLOCK));
            for ((y, a), b) in blocks {
                let mut all_near = true;
                for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                    let (rest, near) = near(a, b);
                    all_near &= near;
                    *y = then(rest, b);
                }
                if !all_near {
                    for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                        *y = then(any(a, b), b);
                    }
                }
            }
        },
    );
}
