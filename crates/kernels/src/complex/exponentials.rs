//! Exponentials and logarithms.

use std::f64::consts::{LN_2, LN_10};

use hostnpu_numeric::Complex;

use super::C128;
use crate::math::two_doubles::{self as two, Pair};

/// From there on `e^x` may be infinite where its product with a sine is not.
pub(super) const LARGE: f64 = 700.0;

pub(super) fn exp(z: C128) -> C128 {
    let Complex { re, im } = z;
    if im == 0.0 {
        return Complex::new(libm::exp(re), im);
    }
    if !im.is_finite() {
        // What has no angle: infinite, or 0, if the modulus is.
        return match re {
            f64::INFINITY => Complex::new(re, f64::NAN),
            f64::NEG_INFINITY => Complex::new(0.0, 0.0),
            _ => Complex::new(f64::NAN, f64::NAN),
        };
    }
    let (sin, cos) = libm::sincos(im);
    if re == f64::NEG_INFINITY || re.abs() < LARGE || re.is_nan() {
        let modulus = libm::exp(re);
        return Complex::new(modulus * cos, modulus * sin);
    }
    let root = libm::exp(0.5 * re);
    Complex::new(root * cos * root, root * sin * root)
}

/// The logarithm of the modulus.
pub(super) fn log_modulus(z: C128) -> f64 {
    let (x, y) = (z.re.abs(), z.im.abs());
    if x.is_infinite() || y.is_infinite() {
        return f64::INFINITY;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (larger, smaller) = if x > y { (x, y) } else { (y, x) };
    if !(larger < 1e100 && larger > 1e-100) {
        // Too large or too small to be squared, or 0.
        if larger == 0.0 {
            return f64::NEG_INFINITY;
        }
        let k = libm::ilogb(larger);
        let square = libm::hypot(libm::ldexp(larger, -k), libm::ldexp(smaller, -k));
        return f64::from(k) * LN_2 + libm::log(square);
    }
    let square = larger * larger + smaller * smaller;
    if !(0.25..4.0).contains(&square) {
        return 0.5 * libm::log(square);
    }
    // Next to 1 the sum of the squares less 1 is what counts: exact products, the largest first.
    let a = Pair::split_product(larger, larger);
    let b = Pair::split_product(smaller, smaller);
    let rest = a.plus(Pair::new(-1.0)).plus(b);
    0.5 * libm::log1p(rest.hi)
}

pub(super) fn log(z: C128) -> C128 {
    Complex::new(log_modulus(z), libm::atan2(z.im, z.re))
}

pub(super) fn log2(z: C128) -> C128 {
    let value = log(z);
    Complex::new(value.re / LN_2, value.im / LN_2)
}

pub(super) fn log10(z: C128) -> C128 {
    let value = log(z);
    Complex::new(value.re / LN_10, value.im / LN_10)
}

/// `e^x + cos(y)`, given `1 + cos(y)`.
fn sum_of_power_and_cosine(z: C128, from_below: f64) -> f64 {
    /// From there on a double leaves less than a float needs.
    const CANCELLED: f64 = 1.0 / (1 << 13) as f64;
    let minus_one = libm::expm1(z.re);
    let sum = minus_one + from_below;
    let cancels = sum.abs() < CANCELLED * from_below;
    if !cancels {
        return sum;
    }
    // The half of a double is exact.
    let (_, cos) = two::sin_cos(Pair::new(0.5 * z.im));
    let from_below = cos.times(cos).scaled(2.0);
    two::exp_m1(z.re).plus(from_below).value()
}

pub(super) fn sigmoid(z: C128) -> C128 {
    // Far from the imaginary axis the square of the smaller exponential is nothing beside it, but for the real part where the cosine is as small.
    if z.re < -40.0 {
        if !z.im.is_finite() || z.im == 0.0 {
            return exp(z);
        }
        let (sin, cos) = libm::sincos(z.im);
        let modulus = libm::exp(z.re);
        return Complex::new(modulus * (cos + modulus), modulus * sin);
    }
    if z.re > 40.0 {
        let small = exp(Complex::new(-z.re, -z.im));
        return Complex::new(1.0 - small.re, -small.im);
    }
    // 1 + e^-z is 0 at odd multiples of pi i: there its modulus is this sum of squares.
    let (sin, cos) = libm::sincos(0.5 * z.im);
    let sinh = libm::sinh(0.5 * z.re);
    let square = 4.0 * (sinh * sinh + cos * cos);
    Complex::new(
        sum_of_power_and_cosine(z, 2.0 * cos * cos) / square,
        2.0 * sin * cos / square,
    )
}
