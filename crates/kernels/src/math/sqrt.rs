//! The square root, correctly rounded. NaN below zero; `sqrt(-0)` is -0.

use crate::dense;
use crate::nan::WithNanSign;

/// Writes the square root of each element, correctly rounded. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| x.sqrt().made_of([x]),
    );
}

/// Writes the square root of each element, correctly rounded. Panics if the lengths differ.
pub fn f64(x: &[f64], y: &mut [f64]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| x.sqrt().made_of([x]),
    );
}
