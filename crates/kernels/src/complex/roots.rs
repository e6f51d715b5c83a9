//! Square roots, directions and conjugates.

use hostnpu_numeric::Complex;

use super::C128;
use super::products::{inverse, inverse_of_floats};
use crate::hypot;

pub(super) fn conj(z: C128) -> C128 {
    Complex::new(z.re, -z.im)
}

pub(super) fn sign(z: C128) -> C128 {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    if !z.re.is_finite() || !z.im.is_finite() {
        let modulus = hypot::of_doubles(z.re, z.im);
        return Complex::new(z.re / modulus, z.im / modulus);
    }
    // The exponent of the larger part is taken away, so that the modulus is neither subnormal nor infinite.
    let k = -libm::ilogb(z.re.abs().max(z.im.abs()));
    let (re, im) = (libm::ldexp(z.re, k), libm::ldexp(z.im, k));
    let modulus = hypot::of_doubles(re, im);
    Complex::new(re / modulus, im / modulus)
}

pub(super) fn sqrt(z: C128) -> C128 {
    let Complex { re, im } = z;
    if im.is_infinite() {
        return Complex::new(f64::INFINITY, im);
    }
    if re.is_infinite() {
        let other = if im.is_nan() { im } else { 0.0 };
        return if re > 0.0 {
            Complex::new(re, if im.is_nan() { im } else { other.copysign(im) })
        } else {
            Complex::new(other, f64::INFINITY.copysign(im))
        };
    }
    if re.is_nan() || im.is_nan() {
        return Complex::new(f64::NAN, f64::NAN);
    }
    if re == 0.0 && im == 0.0 {
        return Complex::new(0.0, im);
    }
    // An even power of two makes the larger part a number from 1 to 4; its root is put back at the end.
    let k = libm::ilogb(re.abs().max(im.abs())) & !1;
    let (x, y) = (libm::ldexp(re, -k), libm::ldexp(im, -k));
    let larger = ((hypot::of_doubles(x, y) + x.abs()) * 0.5).sqrt();
    // Where the other part has underflowed, its own quotient keeps it.
    let smaller = y.abs() / (2.0 * larger);
    let (larger, smaller) = (libm::ldexp(larger, k / 2), {
        if y == 0.0 && im != 0.0 {
            im.abs() / (2.0 * libm::ldexp(larger, k / 2))
        } else {
            libm::ldexp(smaller, k / 2)
        }
    });
    if re >= 0.0 {
        Complex::new(larger, smaller.copysign(im))
    } else {
        Complex::new(smaller, larger.copysign(im))
    }
}

/// [`sqrt`] of a number that comes from floats: its squares neither overflow nor underflow.
#[inline(always)]
pub(super) fn sqrt_of_floats(z: C128) -> C128 {
    let (x, y) = (z.re.abs(), z.im.abs());
    let square = x * x + y * y;
    if square > 0.0 && square < f64::INFINITY {
        let larger = ((square.sqrt() + x) * 0.5).sqrt();
        let smaller = y / (2.0 * larger);
        if z.re >= 0.0 {
            Complex::new(larger, smaller.copysign(z.im))
        } else {
            Complex::new(smaller, larger.copysign(z.im))
        }
    } else {
        sqrt(z)
    }
}

pub(super) fn rsqrt_of_floats(z: C128) -> C128 {
    inverse_of_floats(sqrt_of_floats(z))
}

/// [`sign`] of a number that comes from floats.
#[inline(always)]
pub(super) fn sign_of_floats(z: C128) -> C128 {
    let square = z.re * z.re + z.im * z.im;
    if square > 0.0 && square < f64::INFINITY {
        let modulus = square.sqrt();
        Complex::new(z.re / modulus, z.im / modulus)
    } else {
        sign(z)
    }
}

pub(super) fn rsqrt(z: C128) -> C128 {
    inverse(sqrt(z))
}
