//! Modulus, angle and square roots.

use hostnpu_numeric::Complex;

use super::C128;
use super::products::quotient;

pub(super) fn modulus(z: C128) -> f64 {
    libm::hypot(z.re, z.im)
}

pub(super) fn angle(z: C128) -> f64 {
    libm::atan2(z.im, z.re)
}

pub(super) fn conj(z: C128) -> C128 {
    Complex::new(z.re, -z.im)
}

pub(super) fn sign(z: C128) -> C128 {
    if z.re == 0.0 && z.im == 0.0 {
        return z;
    }
    if !z.re.is_finite() || !z.im.is_finite() {
        let modulus = modulus(z);
        return Complex::new(z.re / modulus, z.im / modulus);
    }
    // The exponent of the larger part is taken away, so that the modulus is neither subnormal nor infinite.
    let k = -libm::ilogb(z.re.abs().max(z.im.abs()));
    let (re, im) = (libm::ldexp(z.re, k), libm::ldexp(z.im, k));
    let modulus = libm::hypot(re, im);
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
    let larger = ((libm::hypot(x, y) + x.abs()) * 0.5).sqrt();
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

pub(super) fn rsqrt(z: C128) -> C128 {
    quotient(Complex::new(1.0, 0.0), sqrt(z))
}
