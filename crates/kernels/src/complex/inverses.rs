//! Inverse functions: T. Hull, T. Fairgrieve and P. Tang, "Implementing the complex arcsine and arccosine functions using exception
//! handling" (1997). Every intermediate result is a sum of numbers of one sign.

use std::f64::consts::{FRAC_PI_2, LN_2};

use hostnpu_numeric::Complex;

use super::C128;
use super::hyperbolics::{turned, turned_back};
use super::products::quotient;

/// Beyond this modulus 1 is lost beside a square: an inverse sine is a logarithm.
const LARGE: f64 = 1e9;

/// Below this modulus the functions are their argument: the next term is its cube.
const SMALL: f64 = 1e-9;

/// `(hypot(a, b) - b) / 2` without cancellation, given the hypotenuse.
fn excess(a: f64, b: f64, hypotenuse: f64) -> f64 {
    if b < 0.0 {
        (hypotenuse - b) * 0.5
    } else if b == 0.0 {
        a * 0.5
    } else {
        a * (a / (hypotenuse + b)) * 0.5
    }
}

/// Of `u + i v` in the first quadrant, up to [`LARGE`]: the logarithm that is the imaginary part of the arcsine, and the adjacent side of the
/// triangle whose opposite side is `u` and whose angle is its real part.
fn arcsine(u: f64, v: f64) -> (f64, f64) {
    let (far, near) = (libm::hypot(u + 1.0, v), libm::hypot(u - 1.0, v));
    let mean = 0.5 * (far + near);
    let above_one = excess(v, 1.0 + u, far) + excess(v, 1.0 - u, near);
    let above_u = excess(v, u + 1.0, far) + excess(v, u - 1.0, near);
    // Close to the real axis the squares above would underflow.
    let beside = v < f64::EPSILON * (u - 1.0).abs();
    let logarithm = if beside && u < 1.0 {
        v / ((1.0 - u) * (1.0 + u)).sqrt()
    } else if beside {
        libm::log1p((u - 1.0) + ((u - 1.0) * (u + 1.0)).sqrt())
    } else {
        libm::log1p(above_one + (above_one * (mean + 1.0)).sqrt())
    };
    let adjacent = if beside && u > 1.0 {
        v * (u / ((u + 1.0) * (u - 1.0)).sqrt())
    } else if beside {
        ((1.0 - u) * (1.0 + u)).sqrt()
    } else {
        (above_u * (mean + u)).sqrt()
    };
    (logarithm, adjacent)
}

/// The logarithm of twice the modulus of a large number.
fn log_twice(z: C128) -> f64 {
    let k = libm::ilogb(z.re.abs().max(z.im.abs()));
    let modulus = libm::hypot(libm::ldexp(z.re, -k), libm::ldexp(z.im, -k));
    f64::from(k + 1) * LN_2 + libm::log(modulus)
}

fn larger(z: C128) -> f64 {
    z.re.abs().max(z.im.abs())
}

pub(super) fn asinh(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() {
        return if x.is_infinite() {
            Complex::new(x, y)
        } else if y.is_infinite() {
            Complex::new(f64::INFINITY, f64::NAN)
        } else if y == 0.0 {
            z
        } else {
            Complex::new(f64::NAN, f64::NAN)
        };
    }
    if larger(z) > LARGE {
        let angle = libm::atan2(y.abs(), x.abs());
        let logarithm = if larger(z).is_finite() {
            log_twice(z)
        } else {
            f64::INFINITY
        };
        return Complex::new(logarithm.copysign(x), angle.copysign(y));
    }
    if larger(z) < SMALL {
        return z;
    }
    let (logarithm, adjacent) = arcsine(y.abs(), x.abs());
    Complex::new(
        logarithm.copysign(x),
        libm::atan2(y.abs(), adjacent).copysign(y),
    )
}

pub(super) fn asin(z: C128) -> C128 {
    turned_back(asinh(turned(z)))
}

pub(super) fn acos(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() {
        return if x.is_infinite() {
            Complex::new(f64::NAN, f64::INFINITY)
        } else if y.is_infinite() {
            Complex::new(f64::NAN, -y)
        } else if x == 0.0 {
            Complex::new(FRAC_PI_2, f64::NAN)
        } else {
            Complex::new(f64::NAN, f64::NAN)
        };
    }
    if larger(z) > LARGE {
        let logarithm = if larger(z).is_finite() {
            log_twice(z)
        } else {
            f64::INFINITY
        };
        return Complex::new(libm::atan2(y.abs(), x), -logarithm.copysign(y));
    }
    if larger(z) < SMALL {
        return Complex::new(FRAC_PI_2 - x, -y);
    }
    let (logarithm, adjacent) = arcsine(x.abs(), y.abs());
    Complex::new(libm::atan2(adjacent, x), -logarithm.copysign(y))
}

pub(super) fn acosh(z: C128) -> C128 {
    let Complex { re, im } = acos(z);
    if re.is_nan() && im.is_nan() {
        return Complex::new(im, re);
    }
    if im.is_nan() {
        // Of 0 + i NaN: the real part is unknown, the angle is a right one.
        return Complex::new(
            f64::NAN,
            if z.re == 0.0 {
                re.copysign(z.im)
            } else {
                f64::NAN
            },
        );
    }
    Complex::new(im.abs(), re.copysign(z.im))
}

pub(super) fn atanh(z: C128) -> C128 {
    let Complex { re: x, im: y } = z;
    if x.is_nan() || y.is_nan() {
        return if x.is_infinite() {
            Complex::new(0.0_f64.copysign(x), f64::NAN)
        } else if y.is_infinite() {
            Complex::new(0.0_f64.copysign(x), FRAC_PI_2.copysign(y))
        } else if x == 0.0 {
            z
        } else {
            Complex::new(f64::NAN, f64::NAN)
        };
    }
    let (u, v) = (x.abs(), y.abs());
    if larger(z) > LARGE {
        // A right angle and the reciprocal, whose next term is its cube.
        let rest = if larger(z).is_finite() {
            quotient(Complex::new(1.0, 0.0), Complex::new(u, v))
        } else {
            Complex::new(0.0, 0.0)
        };
        return Complex::new(rest.re.copysign(x), (FRAC_PI_2 + rest.im).copysign(y));
    }
    if larger(z) < SMALL {
        return z;
    }
    let distance = libm::hypot(1.0 - u, v);
    let re = if distance == 0.0 {
        f64::INFINITY
    } else {
        0.25 * libm::log1p(4.0 * (u / distance) / distance)
    };
    let im = if v == 0.0 {
        // On the real axis: none up to 1, a right angle beyond.
        if u > 1.0 { FRAC_PI_2 } else { 0.0 }
    } else {
        0.5 * libm::atan2(2.0 * v, (1.0 - u) * (1.0 + u) - v * v)
    };
    Complex::new(re.copysign(x), im.copysign(y))
}

pub(super) fn atan(z: C128) -> C128 {
    turned_back(atanh(turned(z)))
}
