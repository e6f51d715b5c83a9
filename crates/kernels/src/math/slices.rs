//! Loops over slices: f32 in, f64 arithmetic, rounded once.

use std::marker::PhantomData;

use crate::{dense, simd};

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

/// How a result is rounded to float.
pub(super) trait Round {
    fn round(x: f64) -> f32;
}

pub(super) struct ToNearest;
pub(super) struct ToOdd;

impl Round for ToNearest {
    #[inline(always)]
    fn round(x: f64) -> f32 {
        x as f32
    }
}

impl Round for ToOdd {
    #[inline(always)]
    fn round(x: f64) -> f32 {
        to_odd(x)
    }
}

/// How many elements share one decision between a loop for ordinary arguments and one for any.
const BLOCK: usize = 256;

/// `y[i] = f(x[i])`, but `settle(x[i], f(x[i]))` where `x[i]` is not a positive normal number. Panics if the lengths differ.
///
/// Most blocks have only such numbers, and need not be asked one by one.
#[inline(always)]
pub(super) fn positive<R: Round>(
    x: &[f32],
    y: &mut [f32],
    f: impl Fn(f64) -> f64,
    settle: impl Fn(f64, f64) -> f64,
) {
    dense::same_length(x.len(), y.len());
    simd::kernel_widest(Positive {
        x,
        y,
        f,
        settle,
        round: PhantomData::<R>,
    });
}

struct Positive<'a, F, S, R> {
    x: &'a [f32],
    y: &'a mut [f32],
    f: F,
    settle: S,
    round: PhantomData<R>,
}

impl<F: Fn(f64) -> f64, S: Fn(f64, f64) -> f64, R: Round> simd::Kernel for Positive<'_, F, S, R> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (x, y) in self.x.chunks(BLOCK).zip(self.y.chunks_mut(BLOCK)) {
            let least = f32::MIN_POSITIVE.to_bits();
            let numbers = f32::INFINITY.to_bits() - least;
            let highest = x.iter().fold(0, |highest: u32, x| {
                highest.max(x.to_bits().wrapping_sub(least))
            });
            if highest < numbers {
                for (&x, y) in x.iter().zip(y) {
                    *y = R::round((self.f)(f64::from(x)));
                }
            } else {
                for (&x, y) in x.iter().zip(y) {
                    let x = f64::from(x);
                    *y = R::round((self.settle)(x, (self.f)(x)));
                }
            }
        }
    }
}

/// Exports a logarithm as loops over f32.
macro_rules! logarithm_f32 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, rounded to nearest. Panics if the lengths differ.")]
        pub fn f32(x: &[f32], y: &mut [f32]) {
            use crate::math::slices::{ToNearest, positive};
            positive::<ToNearest>(x, y, $function, crate::math::logarithm::settle);
        }

        #[doc = concat!("Writes ", $what, " of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths differ.")]
        pub fn f32_odd(x: &[f32], y: &mut [f32]) {
            use crate::math::slices::{ToOdd, positive};
            positive::<ToOdd>(x, y, $function, crate::math::logarithm::settle);
        }
    };
}
pub(super) use logarithm_f32;

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

/// Exports a function of one argument as a loop over f64.
macro_rules! unary_f64 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, with an error below 1 ULP. Panics if the lengths differ.")]
        pub fn f64(x: &[f64], y: &mut [f64]) {
            crate::dense::unary(
                x,
                y,
                #[inline(always)]
                |x| $function(x),
            );
        }
    };
}
pub(super) use unary_f64;

/// Exports a function of two arguments as a loop over f64.
macro_rules! binary_f64 {
    ($what:literal, $function:expr) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, with an error below 1 ULP. Panics if the lengths differ.")]
        pub fn f64(a: &[f64], b: &[f64], y: &mut [f64]) {
            crate::dense::binary(
                a,
                b,
                y,
                #[inline(always)]
                |a, b| $function(a, b),
            );
        }
    };
}
pub(super) use binary_f64;
