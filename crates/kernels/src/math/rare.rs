//! Loops over doubles that take a second look at what is rare: subnormal results, which the fast way rounds twice, arguments whose products lose
//! their low halves, and terms that cancel. What is rare follows from an element's arguments and its result alone.

use crate::dense::same_length;
use crate::simd;

/// Elements that share the question whether one of them is rare.
const GROUP: usize = 512;

/// `y[i] = f(x[i])`, or `again(x[i])` where `is_rare(x[i], y[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn unary(
    x: &[f64],
    y: &mut [f64],
    f: impl Fn(f64) -> f64,
    is_rare: impl Fn(f64, f64) -> bool,
    again: impl Fn(f64) -> f64,
) {
    same_length(x.len(), y.len());
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (x, y) in x.chunks(GROUP).zip(y.chunks_mut(GROUP)) {
                for (y, &x) in y.iter_mut().zip(x) {
                    loops.step();
                    *y = f(x);
                }
                // A loop of its own: it is short, and in the other one its answers would take registers.
                let pairs = x.iter().zip(y.iter());
                if pairs.fold(0, |any, (&x, &y)| any | u64::from(is_rare(x, y))) != 0 {
                    for (y, &x) in y.iter_mut().zip(x) {
                        loops.step();
                        if is_rare(x, *y) {
                            *y = again(x);
                        }
                    }
                }
            }
        },
    );
}

/// `y[i] = f(a[i], b[i])`, or `again(a[i], b[i])` where `is_rare(a[i], b[i], y[i])`. Panics if the lengths differ.
#[inline(always)]
pub(super) fn binary(
    a: &[f64],
    b: &[f64],
    y: &mut [f64],
    f: impl Fn(f64, f64) -> f64,
    is_rare: impl Fn(f64, f64, f64) -> bool,
    again: impl Fn(f64, f64) -> f64,
) {
    same_length(a.len(), y.len());
    same_length(b.len(), y.len());
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            let arguments = a.chunks(GROUP).zip(b.chunks(GROUP));
            for ((a, b), y) in arguments.zip(y.chunks_mut(GROUP)) {
                for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                    loops.step();
                    *y = f(a, b);
                }
                let triples = a.iter().zip(b).zip(y.iter());
                let any = triples.fold(0, |any, ((&a, &b), &y)| any | u64::from(is_rare(a, b, y)));
                if any != 0 {
                    for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                        loops.step();
                        if is_rare(a, b, *y) {
                            *y = again(a, b);
                        }
                    }
                }
            }
        },
    );
}

/// Returns true if a result is subnormal, or next to it: what is left of its low half may be rounded before it is added.
#[inline(always)]
pub(super) fn is_tiny(y: f64) -> bool {
    (y.abs() < 2.0 * f64::MIN_POSITIVE) & (y != 0.0)
}

/// Exports a function of one argument as a loop over f64, where `$again` is for what `$is_rare`.
macro_rules! unary_f64_with_rare {
    ($what:literal, $function:expr, $is_rare:expr, $again:expr) => {
        #[doc = concat!("Writes ", $what, " of each element, with an error below 0.51 ULP. Panics if the lengths differ.")]
        pub fn f64(x: &[f64], y: &mut [f64]) {
            crate::math::rare::unary(
                x,
                y,
                #[inline(always)]
                |x| $function(x),
                #[inline(always)]
                |x, y| $is_rare(x, y),
                #[inline(always)]
                |x| $again(x),
            );
        }
    };
}
pub(super) use unary_f64_with_rare;

/// As [`unary_f64_with_rare`], of two arguments.
macro_rules! binary_f64_with_rare {
    ($what:literal, $function:expr, $is_rare:expr, $again:expr) => {
        #[doc = concat!("Writes ", $what, " of each pair of elements, with an error below 0.51 ULP. Panics if the lengths differ.")]
        pub fn f64(a: &[f64], b: &[f64], y: &mut [f64]) {
            crate::math::rare::binary(
                a,
                b,
                y,
                #[inline(always)]
                |a, b| $function(a, b),
                #[inline(always)]
                |a, b, y| $is_rare(a, b, y),
                #[inline(always)]
                |a, b| $again(a, b),
            );
        }
    };
}
pub(super) use binary_f64_with_rare;
