//! Gradients of functions of complex numbers.

use hostnpu_numeric::Complex;

use super::products::product;
use super::roots::conj;
use super::{C64, C128, rounded, widened};
use crate::dense::same_length;

/// `g` times the conjugate of `r (1 - r)`: the gradient of the logistic function with the result r.
pub mod sigmoid_slope {
    use super::{C64, C128, rounded, same_length, slope, widened};

    /// Computes the operation of this module on each pair of elements.
    pub fn c64(g: &[C64], r: &[C64], y: &mut [C64]) {
        same_length(g.len(), y.len());
        same_length(r.len(), y.len());
        for ((y, &g), &r) in y.iter_mut().zip(g).zip(r) {
            *y = rounded(slope(widened(g), widened(r)));
        }
    }

    /// Computes the operation of this module on each pair of elements.
    pub fn c128(g: &[C128], r: &[C128], y: &mut [C128]) {
        same_length(g.len(), y.len());
        same_length(r.len(), y.len());
        for ((y, &g), &r) in y.iter_mut().zip(g).zip(r) {
            *y = slope(g, r);
        }
    }
}

fn slope(g: C128, r: C128) -> C128 {
    let rest = Complex::new(1.0 - r.re, -r.im);
    product(g, conj(product(r, rest)))
}
