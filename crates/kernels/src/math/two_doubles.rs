//! Elementary functions of two doubles with nearly all their bits, a relative error near 2^-94: for the parts of complex results that cancel.
//!
//! Slow, a microsecond or two each: for the few arguments where a double leaves less than a float needs.

use std::f64::consts::FRAC_PI_4;

use super::wide::circle::reduce;
use super::wide::full;
use crate::coefficients::HALF_PI;

pub(crate) use super::wide::full::{exp, ln};
pub(crate) use super::wide::pair::Pair;

/// π.
pub(crate) fn half_turn() -> Pair {
    Pair::of(HALF_PI).scaled(2.0)
}

/// `1 + x/first (1 + x/second (…))` for the products of two numbers each, that start at `(start, start + 1)`.
fn factorials(x: Pair, start: u32) -> Pair {
    /// The next term is below 2^-110 for the square of π/4.
    const TERMS: u32 = 15;
    let mut sum = Pair::new(1.0);
    for k in (0..TERMS).rev() {
        let first = start + 2 * k;
        let divisor = Pair::new(f64::from(first * (first + 1)));
        sum = Pair::new(1.0).plus(x.times(sum).over(divisor));
    }
    sum
}

/// The sine and the cosine. The absolute error of `x` is theirs.
pub(crate) fn sin_cos(x: Pair) -> (Pair, Pair) {
    let (high, low) = (reduce(x.hi), reduce(x.lo));
    let sum = high.r.plus(low.r);
    let quadrants = high.quadrant.wrapping_add(low.quadrant);
    let (r, quadrants) = if sum.hi > FRAC_PI_4 {
        (sum.minus(Pair::of(HALF_PI)), quadrants.wrapping_add(1))
    } else if sum.hi < -FRAC_PI_4 {
        (sum.plus(Pair::of(HALF_PI)), quadrants.wrapping_sub(1))
    } else {
        (sum, quadrants)
    };
    let square = r.times(r).negative();
    let (sin, cos) = (r.times(factorials(square, 2)), factorials(square, 1));
    match quadrants & 3 {
        0 => (sin, cos),
        1 => (cos, sin.negative()),
        2 => (sin.negative(), cos.negative()),
        _ => (cos.negative(), sin),
    }
}

/// `e^x - 1`.
pub(crate) fn exp_m1(x: f64) -> Pair {
    /// Terms of the series: the next one is below 2^-110 for a half.
    const TERMS: u32 = 26;
    let x = Pair::new(x);
    if x.hi.abs() > 0.5 {
        return exp(x).minus(Pair::new(1.0));
    }
    let mut sum = Pair::new(1.0);
    for k in (2..=TERMS).rev() {
        let term = x.times(sum).over(Pair::new(k.into()));
        sum = Pair::new(1.0).plus(term);
    }
    x.times(sum)
}

/// The angle of the point `(x, y)` of the first quadrant with floats as coordinates, not both 0.
pub(crate) fn angle(y: f64, x: f64) -> Pair {
    /// Below this quotient, few terms of the series are enough.
    const FLAT: f64 = 1.0 / (1 << 20) as f64;
    let flat = |y: f64, x: f64| {
        let quotient = Pair::new(y).over(Pair::new(x));
        let square = quotient.times(quotient).negative();
        let mut sum = Pair::new(0.0);
        for k in [9.0, 7.0, 5.0, 3.0] {
            sum = square.times(Pair::new(1.0).over(Pair::new(k)).plus(sum));
        }
        quotient.times(Pair::new(1.0).plus(sum))
    };
    if y <= x * FLAT {
        flat(y, x)
    } else if x <= y * FLAT {
        Pair::of(HALF_PI).minus(flat(x, y))
    } else {
        full::angle(y, x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Pair, b: Pair) -> bool {
        let difference = a.minus(b).hi;
        difference.abs() < 1e-27 * a.hi.abs().max(1e-30)
    }

    #[test]
    fn functions_undo_one_another() {
        for x in [1.25, 0.3, 100.0, 3.0e-5, 1e10, 7e-12] {
            for y in [0.7, 2.0, 4e-8, 5e9] {
                // The point of that angle lies on the line through (x, y): of a small angle, relative to it.
                let (sin, cos) = sin_cos(angle(y, x));
                let (left, right) = (sin.times(Pair::new(x)), cos.times(Pair::new(y)));
                assert!(left.minus(right).hi.abs() < 1e-28 * y, "{y} {x}");
            }
        }
        for x in [0.25, -0.25, 0.75, -2.0] {
            let power = exp_m1(x).plus(Pair::new(1.0));
            assert!(near(ln(power), Pair::new(x)), "{x}");
        }
    }

    #[test]
    fn angles_are_periodic() {
        for turns in [1.0, -3.0, 1000.0, 1e9] {
            let r = Pair::new(0.375);
            let whole = half_turn().scaled(2.0).times(Pair::new(turns));
            let (sin, cos) = sin_cos(r.plus(whole));
            let (sine, cosine) = sin_cos(r);
            let most = turns.abs() * 1e-30;
            assert!(sin.minus(sine).hi.abs() < most && cos.minus(cosine).hi.abs() < most);
        }
    }
}
