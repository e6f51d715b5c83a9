//! Elementary functions with all the bits of two doubles: a relative error near 2^-96. They decide the few results that nothing faster does.

use std::f64::consts::{LOG2_E, SQRT_2};

use super::pair::Pair;
use crate::coefficients::{HALF_PI, LN_2};

/// Bits of a double behind the exponent.
const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;

/// `2^k` for exponents of normal doubles.
fn power_of_two(k: i64) -> f64 {
    f64::from_bits(((k + 1023) as u64) << MANTISSA_BITS)
}

/// `e^x - 1 = scale (1 + rest) - 1`: the power of two, and the rest. `x` is brought between ±700.
fn exp_parts(x: Pair) -> (f64, Pair) {
    const MOST: f64 = 700.0;
    /// Number of times that the argument is halved.
    const HALVINGS: i32 = 8;
    /// Terms of the series: the next one is below 2^-110.
    const TERMS: u32 = 11;
    let x = match x.hi.abs() > MOST {
        true => Pair::new(MOST.copysign(x.hi)),
        false => x,
    };
    let n = (x.hi * LOG2_E).round();
    let r = x.minus(Pair::of(LN_2).times(Pair::new(n)));
    let r = r.scaled(power_of_two(-i64::from(HALVINGS)));
    let mut sum = Pair::new(1.0);
    for k in (2..=TERMS).rev() {
        let term = r.times(sum).over(Pair::new(k.into()));
        sum = Pair::new(1.0).plus(term);
    }
    let mut rest = r.times(sum);
    for _ in 0..HALVINGS {
        // (1 + m)^2 - 1
        rest = rest.times(rest.plus(Pair::new(2.0)));
    }
    (power_of_two(n as i64), rest)
}

/// `e^x`, for `x` brought between ±700: what is beyond is 0 or infinite as a float.
pub(crate) fn exp(x: Pair) -> Pair {
    let (scale, rest) = exp_parts(x);
    Pair::new(1.0).plus(rest).scaled(scale)
}

/// `ln x` for a normal positive number.
pub(crate) fn ln(x: Pair) -> Pair {
    /// Terms of the series: the next one is below 2^-107 of the whole.
    const TERMS: u32 = 24;
    let exponent = (x.hi.to_bits() >> MANTISSA_BITS) as i64 - 1023;
    let mut k = exponent;
    if x.hi * power_of_two(-exponent) > SQRT_2 {
        k += 1;
    }
    let m = x.scaled(power_of_two(-k));
    let one = Pair::new(1.0);
    let s = m.minus(one).over(m.plus(one));
    let square = s.times(s);
    let mut sum = Pair::new(0.0);
    for j in (0..TERMS).rev() {
        let term = one.over(Pair::new(f64::from(2 * j + 1)));
        sum = term.plus(square.times(sum));
    }
    let log = s.scaled(2.0).times(sum);
    Pair::of(LN_2).times(Pair::new(k as f64)).plus(log)
}

/// `ln(1 + x)` for `x > -1`.
pub(crate) fn ln_1p(x: Pair) -> Pair {
    let sum = Pair::sum(1.0, x.hi);
    ln(Pair::ordered_sum(sum.hi, sum.lo + x.lo))
}

/// The angle of the point `(x, y)`, both positive and neither near an end of the exponents.
pub(crate) fn angle(y: f64, x: f64) -> Pair {
    /// Number of times that the angle is halved.
    const HALVINGS: i32 = 3;
    /// Terms of the series: the next one is below 2^-107 of the whole.
    const TERMS: u32 = 17;
    let steep = y > x;
    let (small, large) = if steep { (x, y) } else { (y, x) };
    let quotient = Pair::new(small).over(Pair::new(large));
    let one = Pair::new(1.0);
    let mut t = quotient;
    for _ in 0..HALVINGS {
        let root = one.plus(t.times(t)).sqrt();
        t = t.over(one.plus(root));
    }
    let square = t.times(t).negative();
    let mut sum = Pair::new(0.0);
    for j in (0..TERMS).rev() {
        let term = one.over(Pair::new(f64::from(2 * j + 1)));
        sum = term.plus(square.times(sum));
    }
    let angle = t.times(sum).scaled(power_of_two(HALVINGS.into()));
    // An angle beside its tangent may have no bit of the difference; it is the smaller one.
    let beside = Pair {
        hi: quotient.hi,
        lo: quotient.lo - quotient.hi * Pair::BESIDE,
    };
    let angle = Pair::select(quotient.hi < power_of_two(-30), beside, angle);
    match steep {
        true => Pair::of(HALF_PI).minus(angle),
        false => angle,
    }
}
