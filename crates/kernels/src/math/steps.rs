//! Small steps that several functions share.

pub(super) use crate::doubles::TO_INTEGER;

/// The polynomial with the coefficients `c`, lowest power first: even and odd powers by themselves, so that half as many operations
/// wait for one another.
#[inline(always)]
pub(super) fn polynomial<const N: usize>(c: &[f64; N], x: f64) -> f64 {
    let square = x * x;
    let (mut last, mut before) = (c[N - 1], c[N - 2]);
    let mut i = N - 2;
    while i > 0 {
        i -= 1;
        (last, before) = (before, last.mul_add(square, c[i]));
    }
    // `before` has the power 0, `last` the power 1.
    last.mul_add(x, before)
}

/// `1 / d` with a relative error below 2^-45, for a `d` whose size is that of a float: a division of floats takes a third of the time of
/// one of doubles, and one step of Newton doubles its bits. NaN at 0 and infinity.
#[inline(always)]
pub(super) fn reciprocal(d: f64) -> f64 {
    let r = f64::from(1.0 / d as f32);
    r.mul_add((-d).mul_add(r, 1.0), r)
}

/// `x`, but not below `low` nor above `high`; NaN stays NaN.
#[inline(always)]
pub(super) fn clamp(x: f64, low: f64, high: f64) -> f64 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// `magnitude`, which is not negative unless `x` is, with the sign of `x`: of zero, too.
#[inline(always)]
pub(super) fn with_sign_of(magnitude: f64, x: f64) -> f64 {
    f64::from_bits(magnitude.to_bits() | x.to_bits() & 0x8000_0000_0000_0000)
}

/// `value`, or the operand that is NaN, the second one before the first. Which of two NaN an operation gives may differ between the vectors of a
/// loop and its end, but results may not.
#[inline(always)]
pub(super) fn or_nan_of(a: f64, b: f64, value: f64) -> f64 {
    let value = if a.is_nan() { a } else { value };
    if b.is_nan() { b } else { value }
}
