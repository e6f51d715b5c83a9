//! Products and quotients, without overflow in between and with C99's infinities.

use hostnpu_numeric::Complex;

use super::{C64, C128, rounded, widened};
use crate::dense::{binary_by_blocks, same_length};

macro_rules! slices {
    ($near:ident, $any:ident) => {
        /// Computes the operation of this module on each pair of elements.
        pub fn c64(a: &[C64], b: &[C64], y: &mut [C64]) {
            binary_by_blocks(
                a,
                b,
                y,
                #[inline(always)]
                |a, b| {
                    let value = rounded($near(widened(a), widened(b)));
                    (value, !(value.re.is_nan() | value.im.is_nan()))
                },
                |a, b| {
                    let value = rounded($near(widened(a), widened(b)));
                    if value.re.is_nan() | value.im.is_nan() {
                        rounded($any(widened(a), widened(b)))
                    } else {
                        value
                    }
                },
            );
        }

        /// Computes the operation of this module on each pair of elements.
        pub fn c128(a: &[C128], b: &[C128], y: &mut [C128]) {
            same_length(a.len(), y.len());
            same_length(b.len(), y.len());
            for ((y, &a), &b) in y.iter_mut().zip(a).zip(b) {
                *y = $any(a, b);
            }
        }
    };
}

/// `a * b`.
pub mod mul {
    use super::{
        C64, C128, binary_by_blocks, near_product, product, rounded, same_length, widened,
    };

    slices!(near_product, product);
}

/// `a / b`.
pub mod div {
    use super::{
        C64, C128, binary_by_blocks, near_quotient, quotient, rounded, same_length, widened,
    };

    slices!(near_quotient, quotient);
}

/// Of numbers that come from floats: their products are exact in double, and nothing overflows.
#[inline(always)]
fn near_product(a: C128, b: C128) -> C128 {
    Complex::new(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re)
}

/// As [`near_product`].
#[inline(always)]
fn near_quotient(a: C128, b: C128) -> C128 {
    let square = b.re * b.re + b.im * b.im;
    Complex::new(
        (a.re * b.re + a.im * b.im) / square,
        (a.im * b.re - a.re * b.im) / square,
    )
}

/// `a * b + c * d`, off by at most 2 ULP also where it cancels: W. Kahan's algorithm.
fn dot(a: f64, b: f64, c: f64, d: f64) -> f64 {
    let product = c * d;
    let error = libm::fma(c, d, -product);
    let sum = libm::fma(a, b, product) + error;
    // A sum that is 0 has the sign that its terms give it.
    if sum == 0.0 { a * b + product } else { sum }
}

/// The power of two that takes the exponent of the larger part away; 0 for zeros and what is not finite.
fn exponent(z: C128) -> i32 {
    let larger = z.re.abs().max(z.im.abs());
    if larger == 0.0 || !larger.is_finite() {
        0
    } else {
        libm::ilogb(larger)
    }
}

fn scaled(z: C128, k: i32) -> C128 {
    Complex::new(libm::ldexp(z.re, k), libm::ldexp(z.im, k))
}

/// An infinity as 1 and anything else as 0, with the sign of `x`.
fn direction(x: f64) -> f64 {
    (if x.is_infinite() { 1.0_f64 } else { 0.0 }).copysign(x)
}

fn infinite(z: C128) -> bool {
    z.re.is_infinite() || z.im.is_infinite()
}

/// A NaN as a zero of its sign.
fn number(x: f64) -> f64 {
    if x.is_nan() { 0.0_f64.copysign(x) } else { x }
}

pub(super) fn product(a: C128, b: C128) -> C128 {
    if a.re.is_finite() && a.im.is_finite() && b.re.is_finite() && b.im.is_finite() {
        let (i, k) = (exponent(a), exponent(b));
        let (a, b) = (scaled(a, -i), scaled(b, -k));
        let exact = Complex::new(dot(a.re, b.re, -a.im, b.im), dot(a.re, b.im, a.im, b.re));
        return scaled(exact, i + k);
    }
    let plain = near_product(a, b);
    if !(plain.re.is_nan() && plain.im.is_nan() && (infinite(a) || infinite(b))) {
        return plain;
    }
    let part = |z: C128| {
        if infinite(z) {
            Complex::new(direction(z.re), direction(z.im))
        } else {
            Complex::new(number(z.re), number(z.im))
        }
    };
    let direction = near_product(part(a), part(b));
    Complex::new(f64::INFINITY * direction.re, f64::INFINITY * direction.im)
}

/// `1 / z`. Beside a part that counts, a zero has the sign of the conjugate's.
pub(super) fn inverse(z: C128) -> C128 {
    let value = quotient(Complex::new(1.0, 0.0), z);
    if z.re == 0.0 && z.im.abs() > 0.0 {
        Complex::new(z.re, value.im)
    } else if z.im == 0.0 && z.re.abs() > 0.0 {
        Complex::new(value.re, -z.im)
    } else {
        value
    }
}

/// [`inverse`] of a number whose square neither overflows nor underflows, as those of floats and of their roots do not.
#[inline(always)]
pub(super) fn inverse_of_floats(z: C128) -> C128 {
    let square = z.re * z.re + z.im * z.im;
    if square > 0.0 && square < f64::INFINITY {
        Complex::new(z.re / square, -z.im / square)
    } else {
        inverse(z)
    }
}

pub(super) fn quotient(a: C128, b: C128) -> C128 {
    let finite = |z: C128| z.re.is_finite() && z.im.is_finite();
    let zero = b.re == 0.0 && b.im == 0.0;
    if finite(a) && finite(b) && !zero {
        let (i, k) = (exponent(a), exponent(b));
        let (a, b) = (scaled(a, -i), scaled(b, -k));
        let square = b.re * b.re + b.im * b.im;
        let exact = Complex::new(
            dot(a.re, b.re, a.im, b.im) / square,
            dot(a.im, b.re, -a.re, b.im) / square,
        );
        return scaled(exact, i - k);
    }
    if zero && !(a.re.is_nan() && a.im.is_nan()) {
        let infinity = f64::INFINITY.copysign(b.re);
        return Complex::new(infinity * a.re, infinity * a.im);
    }
    if infinite(a) && finite(b) {
        let a = Complex::new(direction(a.re), direction(a.im));
        return Complex::new(
            f64::INFINITY * (a.re * b.re + a.im * b.im),
            f64::INFINITY * (a.im * b.re - a.re * b.im),
        );
    }
    if infinite(b) && finite(a) {
        let b = Complex::new(direction(b.re), direction(b.im));
        return Complex::new(
            0.0 * (a.re * b.re + a.im * b.im),
            0.0 * (a.im * b.re - a.re * b.im),
        );
    }
    Complex::new(f64::NAN, f64::NAN)
}
