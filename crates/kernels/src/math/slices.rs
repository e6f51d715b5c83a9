//! Loops over slices: f32 in, f64 arithmetic, rounded once.

use crate::dense;

/// `y[i] = f(x[i])`, rounded to nearest. Panics if the lengths differ.
#[inline(always)]
pub(super) fn nearest(x: &[f32], y: &mut [f32], f: impl Fn(f64) -> f64) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| f(f64::from(x)) as f32,
    );
}

/// `y[i] = f(x[i])`, rounded to odd. Panics if the lengths differ.
#[inline(always)]
pub(super) fn odd(x: &[f32], y: &mut [f32], f: impl Fn(f64) -> f64) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| to_odd(f(f64::from(x))),
    );
}

/// `y[i] = f(a[i], b[i])`, rounded to nearest. Panics if the lengths differ.
#[inline(always)]
pub(super) fn nearest_of_two(a: &[f32], b: &[f32], y: &mut [f32], f: impl Fn(f64, f64) -> f64) {
    dense::binary(
        a,
        b,
        y,
        #[inline(always)]
        |a, b| f(f64::from(a), f64::from(b)) as f32,
    );
}

/// `y[i] = f(a[i], b[i])`, rounded to odd. Panics if the lengths differ.
#[inline(always)]
pub(super) fn odd_of_two(a: &[f32], b: &[f32], y: &mut [f32], f: impl Fn(f64, f64) -> f64) {
    dense::binary(
        a,
        b,
        y,
        #[inline(always)]
        |a, b| to_odd(f(f64::from(a), f64::from(b))),
    );
}

/// `value` if it is a float, or else the one of its two neighbours whose last bit is set. Rounding that to fewer bits gives what
/// rounding `value` would have given: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums" (2008).
#[inline(always)]
pub(super) fn to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    let back = f64::from(nearest);
    let inexact = u32::from(back != value);
    let away = u32::from(back.abs() > value.abs());
    let bits = nearest.to_bits();
    f32::from_bits(bits.wrapping_sub(inexact & away & !bits) | inexact)
}

/// Exports a function of one argument as loops over f32.
macro_rules! unary_f32 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, rounded to nearest. Panics if the lengths differ.")]
        pub fn f32(x: &[f32], y: &mut [f32]) {
            crate::math::slices::nearest(x, y, $function);
        }

        #[doc = concat!("Writes ", $what, " of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(x: &[f32], y: &mut [f32]) {
            crate::math::slices::odd(x, y, $function);
        }
    };
}
pub(super) use unary_f32;

/// Exports a function of two arguments as loops over f32.
macro_rules! binary_f32 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to nearest. Panics if the lengths differ.")]
        pub fn f32(a: &[f32], b: &[f32], y: &mut [f32]) {
            crate::math::slices::nearest_of_two(a, b, y, $function);
        }

        #[doc = concat!("Writes ", $what, " of each pair of elements, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(a: &[f32], b: &[f32], y: &mut [f32]) {
            crate::math::slices::odd_of_two(a, b, y, $function);
        }
    };
}
pub(super) use binary_f32;
