//! The reciprocal, correctly rounded. `1 / ±0` is `±∞`.

use crate::dense;

/// Writes 1 divided by each element, correctly rounded. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| 1.0 / x,
    );
}

/// Writes 1 divided by each element, correctly rounded. Panics if the lengths differ.
pub fn f64(x: &[f64], y: &mut [f64]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| 1.0 / x,
    );
}
