//! Powers: `e^(w log z)`.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use hostnpu_numeric::Complex;

use super::C128;
use super::exponentials::{exp, log, log_modulus};
use super::products::product;
use crate::math::two_doubles::{self as two, Pair};

/// `z` to the power of `w`: 1 where `w` is 0; 0 where `z` is 0 and the real part of `w` above 0.
pub mod pow {
    use super::{power, power_of_floats};
    use crate::complex::{C64, C128, rounded, widened};
    use crate::dense::same_length;

    /// Computes the power of each pair of elements.
    pub fn c64(z: &[C64], w: &[C64], y: &mut [C64]) {
        same_length(z.len(), y.len());
        same_length(w.len(), y.len());
        for ((y, &z), &w) in y.iter_mut().zip(z).zip(w) {
            *y = rounded(power_of_floats(widened(z), widened(w)));
        }
    }

    /// Computes the power of each pair of elements.
    pub fn c128(z: &[C128], w: &[C128], y: &mut [C128]) {
        same_length(z.len(), y.len());
        same_length(w.len(), y.len());
        for ((y, &z), &w) in y.iter_mut().zip(z).zip(w) {
            *y = power(z, w);
        }
    }
}

fn power(z: C128, w: C128) -> C128 {
    if w.re == 0.0 && w.im == 0.0 {
        return Complex::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return if w.re > 0.0 {
            Complex::new(0.0, 0.0)
        } else if w.im == 0.0 && w.re < 0.0 {
            Complex::new(f64::INFINITY, 0.0)
        } else {
            Complex::new(f64::NAN, f64::NAN)
        };
    }
    if w.im == 0.0 && w.re == 1.0 {
        return z;
    }
    exp(product(w, log(z)))
}

/// [`power`] of numbers that come from floats. Each part keeps its last bits where the angle of the result is near a right one, or large.
fn power_of_floats(z: C128, w: C128) -> C128 {
    /// The largest error of the exponent, in units of 2^-51 of its terms, as a share of the part that is hurt most.
    const MOST: f64 = 8192.0;
    let finite = |z: C128| z.re.is_finite() && z.im.is_finite();
    let is_one = w.re == 1.0 && w.im == 0.0;
    let either_zero = z.re == 0.0 && z.im == 0.0 || w.re == 0.0 && w.im == 0.0;
    if !finite(z) || !finite(w) || is_one || either_zero {
        return power(z, w);
    }
    if let Some(value) = of_an_eighth_of_a_turn(z, w) {
        return value;
    }
    let logarithm = log(z);
    let [a, b] = [w.re * logarithm.re, w.im * logarithm.im];
    let [c, d] = [w.re * logarithm.im, w.im * logarithm.re];
    let size = a.abs() + b.abs() + c.abs() + d.abs();
    let (sin, cos) = libm::sincos(c + d);
    if size < MOST * sin.abs().min(cos.abs()) {
        let modulus = libm::exp(a - b);
        return Complex::new(modulus * cos, modulus * sin);
    }
    in_two_doubles(z, w)
}

/// The power where the logarithm's angle is a multiple of π/4, and that of the power a real multiple of it: a part may be 0 then, or the multiple
/// beyond what any number of bits of π would show.
fn of_an_eighth_of_a_turn(z: C128, w: C128) -> Option<C128> {
    let (x, y) = (z.re.abs(), z.im.abs());
    // In eighths of a turn.
    let angle = if y == 0.0 {
        0.0
    } else if x == 0.0 {
        2.0
    } else if x == y {
        1.0
    } else {
        return None;
    };
    let angle = if z.re.is_sign_negative() && x != 0.0 {
        4.0 - angle
    } else {
        angle
    };
    // No diagonal meets the circle in a float.
    let on_circle = x + y == 1.0 && x != y;
    if w.im != 0.0 && !on_circle {
        return None;
    }
    let angle = f64::copysign(angle, z.im);
    let modulus = if on_circle {
        libm::exp(-w.im * (angle * FRAC_PI_4))
    } else {
        libm::exp(w.re * log_modulus(z))
    };
    let (sin, cos) = sin_cos_of_eighths(angle * w.re);
    // An exact 0 stays one beside an infinity.
    let times = |factor: f64| {
        if factor == 0.0 {
            factor
        } else {
            modulus * factor
        }
    };
    Some(Complex::new(times(cos), times(sin)))
}

/// A number of right angles, without whole turns: the nearest whole number, from -4 to 4, and the rest. Exact.
fn split(right_angles: f64) -> (i64, f64) {
    let in_turn = right_angles - 4.0 * (right_angles * 0.25).trunc();
    let whole = in_turn.round();
    (whole as i64, in_turn - whole)
}

/// Sine and cosine of an angle, more right angles farther.
fn turned_by(right_angles: i64, sin: f64, cos: f64) -> (f64, f64) {
    match right_angles & 3 {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine and cosine of so many eighths of a turn. One that is 0 has the sign of those at smaller angles.
fn sin_cos_of_eighths(eighths: f64) -> (f64, f64) {
    let (turned, rest) = split(0.5 * eighths.abs());
    let (sin, cos) = if rest == 0.0 && eighths != 0.0 {
        (-0.0, 1.0)
    } else {
        libm::sincos(rest * FRAC_PI_2)
    };
    let (sin, cos) = turned_by(turned, sin, cos);
    let sin = if eighths.is_sign_negative() {
        -sin
    } else {
        sin
    };
    (sin, cos)
}

/// [`power`] of finite floats that are not 0, with a logarithm and an angle of two doubles.
fn in_two_doubles(z: C128, w: C128) -> C128 {
    // Squares of floats are exact, and so is the sum of two in two doubles.
    let square = Pair::sum(z.re * z.re, z.im * z.im);
    let logarithm = two::ln(square).scaled(0.5);
    // The angle is some right ones, whose multiples are reduced exactly, and less than half of one.
    let (x, y) = (z.re.abs(), z.im.abs());
    let (right, rest) = if x == y {
        (if z.re < 0.0 { 1.5 } else { 0.5 }, Pair::new(0.0))
    } else if y < x {
        let rest = two::angle(y, x);
        if z.re < 0.0 {
            (2.0, rest.negative())
        } else {
            (0.0, rest)
        }
    } else {
        let rest = two::angle(x, y);
        (1.0, if z.re < 0.0 { rest } else { rest.negative() })
    };
    let (right, rest) = if z.im.is_sign_negative() {
        (-right, rest.negative())
    } else {
        (right, rest)
    };
    let (u, v) = (Pair::new(w.re), Pair::new(w.im));
    let right_angle = two::half_turn().scaled(0.5);
    let angle = right_angle.times(Pair::new(right)).plus(rest);
    let modulus = two::exp(u.times(logarithm).minus(v.times(angle)));
    let (turned, part) = split(right * w.re);
    let rest = right_angle.times(Pair::new(part)).plus(u.times(rest));
    let (sin, cos) = two::sin_cos(rest.plus(v.times(logarithm)));
    let [sin, cos] = [sin, cos].map(|part| modulus.times(part).value());
    let (sin, cos) = turned_by(turned, sin, cos);
    Complex::new(cos, sin)
}
