//! The digamma function, the derivative of `ln Γ`. `∓∞` at `±0`, NaN at negative integers and -∞.

use super::coefficients::{HALF_PI, PI_PAIR};
use super::slices::{unary_f32, unary_f64};
use super::wide::pair::Pair;
use crate::double_double::DoubleDouble;
use crate::pow;

unary_f32!("the digamma function", digamma);
unary_f64!("the digamma function", digamma);

/// From here on the asymptotic series serves.
const ASYMPTOTIC: f64 = 16.0;

/// `B(2k) / 2k`, from k = 1.
const SERIES: [f64; 9] = [
    1.0 / 12.0,
    -1.0 / 120.0,
    1.0 / 252.0,
    -1.0 / 240.0,
    1.0 / 132.0,
    -691.0 / 32760.0,
    1.0 / 12.0,
    -3617.0 / 8160.0,
    43867.0 / 14364.0,
];

/// In two doubles, so that little is lost beside the roots. Not a loop of vectors.
#[inline(never)]
fn digamma(x: f64) -> f64 {
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x == 0.0 {
        return -1.0 / x;
    }
    if x > 0.0 {
        return of_positive(Pair::new(x)).value();
    }
    // Reflection: ψ(x) = ψ(1 - x) - π / tan(πx). From 2^52 on every double is an integer.
    let rest = if x > -4_503_599_627_370_496.0 {
        x - x.round_ties_even()
    } else {
        0.0
    };
    if rest == 0.0 {
        return f64::NAN;
    }
    if x > -1e-20 {
        return -1.0 / x;
    }
    // Of less than a quarter, the tangent itself, of more that of the complement.
    let steep = rest.abs() > 0.25;
    let near = if steep {
        Pair::sum(0.5, -rest.abs())
    } else {
        Pair::new(rest)
    };
    let tangent = tan(near.times(Pair::of(HALF_PI)).scaled(2.0));
    let cotangent = if steep {
        if rest < 0.0 {
            tangent.negative()
        } else {
            tangent
        }
    } else {
        Pair::new(1.0).over(tangent)
    };
    of_positive(Pair::sum(1.0, -x))
        .minus(cotangent.times(Pair::of(PI_PAIR)))
        .value()
}

fn of_positive(x: Pair) -> Pair {
    if x.hi < 1e-20 {
        return Pair::new(-1.0 / x.hi);
    }
    // Recurrence: ψ(x) = ψ(x + 1) - 1 / x.
    let (mut x, mut below) = (x, Pair::new(0.0));
    while x.hi < ASYMPTOTIC {
        below = below.plus(Pair::new(1.0).over(x));
        x = x.plus(Pair::new(1.0));
    }
    let inverse = Pair::new(1.0).over(x);
    let square = inverse.hi * inverse.hi;
    let mut series = 0.0;
    for coefficient in SERIES.into_iter().rev() {
        series = square * (coefficient + series);
    }
    let log = pow::log2(x.hi).times(DoubleDouble::LN_2);
    let log = Pair {
        hi: log.hi,
        lo: log.lo,
    };
    let rest = Pair::sum(x.lo * inverse.hi, -series);
    log.minus(inverse.scaled(0.5)).plus(rest).minus(below)
}

/// The tangent of `|x| <= π/4` by the series of sine and cosine, to the last bits of two doubles.
fn tan(x: Pair) -> Pair {
    let square = x.times(x);
    let one = Pair::new(1.0);
    let (mut sine, mut cosine) = (one, one);
    for k in (1..14).rev() {
        let n = 2.0 * f64::from(k);
        sine = one.minus(square.times(sine).over(Pair::new(n * (n + 1.0))));
        cosine = one.minus(square.times(cosine).over(Pair::new(n * (n - 1.0))));
    }
    x.times(sine).over(cosine)
}
