//! Hyperbolic functions, and the circular ones, which are the same turned by a right angle: `sin(z) = -i sinh(i z)`.

use hostnpu_numeric::Complex;

use super::C128;
use super::exponentials::LARGE;

/// `cosh(x)` and `sinh(x)` times the given factors, which may make finite what is not.
fn products(x: f64, cosh_factor: f64, sinh_factor: f64) -> (f64, f64) {
    if x.abs() < LARGE || !x.is_finite() {
        return (libm::cosh(x) * cosh_factor, libm::sinh(x) * sinh_factor);
    }
    let root = libm::exp(0.5 * x.abs());
    let half = 0.5 * root;
    (
        half * cosh_factor * root,
        half.copysign(x) * sinh_factor * root,
    )
}

pub(super) fn sinh(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    if !y.is_finite() {
        // No angle: the real part of 0 stays 0, of an infinity infinite.
        let re = if x == 0.0 || x.is_infinite() {
            x
        } else {
            f64::NAN
        };
        return Complex::new(re, f64::NAN);
    }
    let (sin, cos) = libm::sincos(y);
    let (im, re) = products(x, sin, cos);
    Complex::new(re, if y == 0.0 { y } else { im })
}

pub(super) fn cosh(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    let zero = 0.0_f64.copysign(x) * 1.0_f64.copysign(y);
    if !y.is_finite() {
        let re = if x.is_infinite() {
            f64::INFINITY
        } else {
            f64::NAN
        };
        return Complex::new(re, if x == 0.0 { zero } else { f64::NAN });
    }
    let (sin, cos) = libm::sincos(y);
    let (re, im) = products(x, cos, sin);
    Complex::new(re, if y == 0.0 { zero } else { im })
}

pub(super) fn tanh(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    if x.is_infinite() {
        let (sin, cos) = if y.is_finite() {
            libm::sincos(y)
        } else {
            (y, 1.0)
        };
        return Complex::new(1.0_f64.copysign(x), 0.0_f64.copysign(sin * cos));
    }
    if y == 0.0 {
        return Complex::new(libm::tanh(x), y);
    }
    if !y.is_finite() {
        let re = if x == 0.0 { x } else { f64::NAN };
        return Complex::new(re, f64::NAN);
    }
    let (sin, cos) = libm::sincos(y);
    if x.abs() > 22.0 {
        // 1 to the last bit; the other part is 4 sin(y) cos(y) e^-2x.
        let small = libm::exp(-x.abs());
        return Complex::new(1.0_f64.copysign(x), 4.0 * sin * cos * small * small);
    }
    let (sinh, cosh) = (libm::sinh(x), libm::cosh(x));
    let square = sinh * sinh + cos * cos;
    Complex::new(sinh * cosh / square, sin * cos / square)
}

/// `i z`.
pub(super) fn turned(z: C128) -> C128 {
    Complex::new(-z.im, z.re)
}

/// `-i z`.
pub(super) fn turned_back(z: C128) -> C128 {
    Complex::new(z.im, -z.re)
}

pub(super) fn sin(z: C128) -> C128 {
    turned_back(sinh(turned(z)))
}

pub(super) fn cos(z: C128) -> C128 {
    cosh(turned(z))
}

pub(super) fn tan(z: C128) -> C128 {
    turned_back(tanh(turned(z)))
}
