//! Gradients of functions of complex numbers.

use hostnpu_numeric::Complex;

use super::products::product;
use super::roots::conj;
use super::sums::{sum_of_all, sum_of_three};
use super::{C64, C128, rounded, widened};
use crate::dense::{binary_by_blocks, same_length};
use crate::math::two_doubles::Pair;

/// `g` times the conjugate of `r (1 - r)`: the gradient of the logistic function with the result r.
pub mod sigmoid_backward {
    use super::{
        C64, C128, backward, backward_of_floats, binary_by_blocks, near_backward, rounded,
        same_length, widened,
    };

    /// Computes the operation of this module on each pair of elements.
    pub fn c64(g: &[C64], r: &[C64], y: &mut [C64]) {
        binary_by_blocks(
            g,
            r,
            y,
            #[inline(always)]
            |g, r| {
                let (value, near) = near_backward(widened(g), widened(r));
                (rounded(value), near)
            },
            |g, r| rounded(backward_of_floats(widened(g), widened(r))),
        );
    }

    /// Computes the operation of this module on each pair of elements.
    pub fn c128(g: &[C128], r: &[C128], y: &mut [C128]) {
        same_length(g.len(), y.len());
        same_length(r.len(), y.len());
        for ((y, &g), &r) in y.iter_mut().zip(g).zip(r) {
            *y = backward(g, r);
        }
    }
}

fn backward(g: C128, r: C128) -> C128 {
    let rest = Complex::new(1.0 - r.re, -r.im);
    product(g, conj(product(r, rest)))
}

/// [`backward`] of numbers that come from floats, and whether no part cancels.
#[inline(always)]
fn near_backward(g: C128, r: C128) -> (C128, bool) {
    /// From there on a double leaves less than a float needs.
    const CANCELLED: f64 = 1.0 / (1 << 13) as f64;
    // r - r², whose products are exact.
    let re = sum_of_three(r.re, r.im * r.im, -(r.re * r.re));
    let im = r.im - 2.0 * (r.re * r.im);
    let part = |a: f64, b: f64| {
        let sum = a + b;
        let near = (sum.abs() >= CANCELLED * a.abs()) & (sum.abs() < f64::INFINITY);
        (sum, near)
    };
    let (real, real_near) = part(g.re * re, g.im * im);
    let (imaginary, imaginary_near) = part(g.im * re, -(g.re * im));
    (Complex::new(real, imaginary), real_near & imaginary_near)
}

fn backward_of_floats(g: C128, r: C128) -> C128 {
    let (value, near) = near_backward(g, r);
    if near {
        return value;
    }
    if ![g.re, g.im, r.re, r.im].into_iter().all(f64::is_finite) {
        return backward(g, r);
    }
    // Products of two floats are exact, those of three are in two doubles.
    let [x, y] = [r.re * r.re, r.im * r.im];
    let both = 2.0 * (r.re * r.im);
    let part = |a: f64, b: f64| {
        // a (re - re² + im²) + b (im - 2 re im)
        let terms = [
            Pair::product(a, r.re),
            Pair::product(a, y),
            Pair::product(a, -x),
            Pair::product(b, r.im),
            Pair::product(b, -both),
        ];
        let [first, second, third, fourth, fifth] = terms;
        sum_of_all([
            first.hi, second.hi, second.lo, third.hi, third.lo, fourth.hi, fifth.hi, fifth.lo,
        ])
    };
    Complex::new(part(g.re, g.im), part(g.im, -g.re))
}
