//! The digamma function, the derivative of `ln Γ`. `∓∞` at `±0`, NaN at negative integers and -∞.

use std::f64::consts::PI;
use std::hint::select_unpredictable;

use super::groups::to_odd;
use super::halves::unary_halves;
use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Floats, unary_f64};
use super::steps::{TO_INTEGER, polynomial};
use super::wide::full;
use super::wide::pair::Pair;
use crate::coefficients::{HALF_PI, LOG1P_LONG, PI_PAIR, SIXTH, TAN_PI};
use crate::dense::same_length;
use crate::pow;
use crate::simd::{self, Kernel, Loops};

unary_f64!("the digamma function", digamma);

/// Writes the digamma function of each element, rounded to nearest. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32]) {
    rounded(x, y, Floats::Exact);
}

/// Writes the digamma function of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the
/// lengths differ.
pub fn f32_odd(x: &[f32], y: &mut [f32]) {
    rounded(x, y, Floats::Odd);
}

#[inline(never)]
fn rounded(x: &[f32], y: &mut [f32], floats: Floats) {
    same_length(x.len(), y.len());
    simd::kernel_widest(Blocks(x, y, floats));
}

unary_halves!("the digamma function");

const EXACT: Exact<'static> = Exact::new(&f64, hard::DIGAMMA);

/// Number of elements that share one decision on whether some have to be computed in two doubles.
const BLOCK: usize = 32;

struct Blocks<'a>(&'a [f32], &'a mut [f32], Floats);

impl Kernel for Blocks<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self(x, y, floats) = self;
        let exact = floats == Floats::Exact;
        for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
            let (mut values, mut undecided) = ([0.0; BLOCK], [false; BLOCK]);
            let mut any_undecided = false;
            for ((&x, value), undecided) in x.iter().zip(&mut values).zip(&mut undecided) {
                loops.step();
                (*value, *undecided) = in_double(x.into());
                *undecided |= exact & (EXACT.error_bound.margin_of_normal(*value) == 0);
                any_undecided |= *undecided;
            }
            if exact {
                for (y, &value) in y.iter_mut().zip(&values) {
                    loops.step();
                    *y = value as f32;
                }
            } else {
                for (y, &value) in y.iter_mut().zip(&values) {
                    loops.step();
                    *y = to_odd(value);
                }
            }
            if any_undecided {
                round_undecided(x, y, &undecided, exact);
            }
        }
    }
}

/// Writes the function, rounded, of each argument whose value is undecided.
#[cold]
#[inline(never)]
fn round_undecided(x: &[f32], y: &mut [f32], undecided: &[bool; BLOCK], exact: bool) {
    for ((&x, y), _) in x
        .iter()
        .zip(y)
        .zip(undecided)
        .filter(|(_, undecided)| **undecided)
    {
        *y = match exact {
            true => EXACT.of(x),
            false => to_odd(digamma(x.into())),
        };
    }
}

/// The digamma function of a float in double, and whether its relative error may be above 2^-38: beside roots, where terms cancel.
#[inline(always)]
fn in_double(x: f64) -> (f64, bool) {
    // Reflection: ψ(x) = ψ(1 - x) - π / tan(πx).
    let negative = x < 0.0;
    let start = select_unpredictable(negative, 1.0 - x, x);
    // Recurrence: ψ(x) = ψ(x + 10) - 1 / x - … - 1 / (x + 9), the fractions as one.
    let near = start < NEAR;
    let step = select_unpredictable(near, start, NEAR);
    let (mut numerator, mut denominator) = (1.0f64, step);
    for k in 1..10 {
        let factor = step + f64::from(k);
        numerator = numerator.mul_add(factor, denominator);
        denominator *= factor;
    }
    let below = select_unpredictable(near, numerator / denominator, 0.0);
    let far = select_unpredictable(near, start + 10.0, start);
    let inverse = 1.0 / far;
    let square = inverse * inverse;
    let series = square * polynomial(&FIRST_OF_SERIES, square);
    let (k, f) = logarithm::split(far);
    let log = k.mul_add(std::f64::consts::LN_2, f * polynomial(&LOG1P_LONG, f));
    let above = log - (0.5f64).mul_add(inverse, series);
    let positive = above - below;

    let whole = (x + TO_INTEGER) - TO_INTEGER;
    let rest = x - whole;
    let steep = rest.abs() > 0.25;
    let angle = select_unpredictable(steep, 0.5 - rest.abs(), rest);
    let tangent = angle * polynomial(&TAN_PI, angle * angle);
    let turned = f64::from_bits(tangent.to_bits() | rest.to_bits() & 1 << 63);
    let cotangent = PI * select_unpredictable(steep, turned, 1.0 / tangent);
    let reflected = positive - cotangent;
    // From 2^23 on every float is an integer.
    let pole = (rest == 0.0) | (x <= -8_388_608.0);
    let reflected = select_unpredictable(pole, f64::NAN, reflected);

    let value = select_unpredictable(negative, reflected, positive);
    let value = select_unpredictable(x == 0.0, -1.0 / x, value);
    let value = select_unpredictable((x < f64::INFINITY) & !x.is_nan(), value, x);
    let value = select_unpredictable(x == f64::NEG_INFINITY, f64::NAN, value);
    // The logarithm has a relative error of 2^-51, the cotangent one of 2^-42.
    let least = select_unpredictable(negative, positive * (1.0 / 16.0), above * (1.0 / 4096.0));
    (value, value.abs() < least.abs())
}

/// From here on the asymptotic series serves; below, the recurrence comes first.
const NEAR: f64 = 10.0;

/// The first terms of [`SERIES`], as many as a float needs.
const FIRST_OF_SERIES: [f64; 6] = [
    SERIES[0], SERIES[1], SERIES[2], SERIES[3], SERIES[4], SERIES[5],
];

/// `B(2k) / 2k`, from k = 1: numerators and denominators.
const FRACTIONS: [(f64, f64); 12] = [
    (1.0, 12.0),
    (-1.0, 120.0),
    (1.0, 252.0),
    (-1.0, 240.0),
    (1.0, 132.0),
    (-691.0, 32760.0),
    (1.0, 12.0),
    (-3617.0, 8160.0),
    (43867.0, 14364.0),
    (-174611.0, 6600.0),
    (854513.0, 3036.0),
    (-236364091.0, 65520.0),
];

/// [`FRACTIONS`] in one double each.
const SERIES: [f64; 12] = {
    let mut series = [0.0; 12];
    let mut i = 0;
    while i < series.len() {
        series[i] = FRACTIONS[i].0 / FRACTIONS[i].1;
        i += 1;
    }
    series
};

/// Rounded once. Not a loop of vectors.
#[inline(always)]
fn digamma(x: f64) -> f64 {
    /// Below, terms cancel so far that their errors show.
    const SMALL: f64 = 1.0 / 512.0;
    if x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x == 0.0 || x.abs() < 1e-20 {
        return -1.0 / x;
    }
    // From 2^52 on every double is an integer.
    if x < 0.0 && (x <= -4_503_599_627_370_496.0 || x == x.round_ties_even()) {
        return f64::NAN;
    }
    let value = of_any_sign(x, of_positive).value();
    if value.abs() < SMALL {
        return of_any_sign(x, of_positive_with_all_bits).value();
    }
    value
}

/// By reflection for what is negative: ψ(x) = ψ(1 - x) - π / tan(πx).
#[inline(always)]
fn of_any_sign(x: f64, of_positive: impl Fn(Pair) -> Pair) -> Pair {
    if x > 0.0 {
        return of_positive(Pair::new(x));
    }
    let positive = of_positive(Pair::sum(1.0, -x));
    let rest = x - x.round_ties_even();
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
    positive.minus(cotangent.times(Pair::of(PI_PAIR)))
}

/// Brings `x` to `near` at least by recurrence: ψ(x) = ψ(x + 1) - 1 / x, the fractions as one. Returns that and the `x` that is reached.
#[inline(always)]
fn recurrence(mut x: Pair, near: f64) -> (Pair, Pair) {
    let (mut numerator, mut denominator) = (Pair::new(0.0), Pair::new(1.0));
    while x.hi < near {
        numerator = numerator.times(x).plus(denominator);
        denominator = denominator.times(x);
        x = x.plus(Pair::new(1.0));
    }
    (numerator.over(denominator), x)
}

/// With an absolute error near 2^-70.
#[inline(always)]
fn of_positive(x: Pair) -> Pair {
    let (below, x) = recurrence(x, NEAR);
    let inverse = Pair::new(1.0).over(x);
    // The first term of the series in two doubles, the others in one.
    let square = inverse.times(inverse);
    let mut series = 0.0;
    for &coefficient in SERIES[1..].iter().rev() {
        series = square.hi * (coefficient + series);
    }
    let twelfth = Pair::of(SIXTH).scaled(0.5);
    let series = square.times(Pair::new(series).plus(twelfth));
    let log = pow::log2(x.hi).split_times(Pair::LN_2);
    let rest = Pair::new(x.lo * inverse.hi).minus(series);
    log.minus(inverse.scaled(0.5)).plus(rest).minus(below)
}

/// With all the bits of two doubles: an absolute error near 2^-95.
#[cold]
#[inline(never)]
fn of_positive_with_all_bits(x: Pair) -> Pair {
    /// From here on the terms of the series give as many bits.
    const NEAR: f64 = 24.0;
    let (below, x) = recurrence(x, NEAR);
    let inverse = Pair::new(1.0).over(x);
    let square = inverse.times(inverse);
    let mut series = Pair::new(0.0);
    for (numerator, denominator) in FRACTIONS.into_iter().rev() {
        let coefficient = Pair::new(numerator).over(Pair::new(denominator));
        series = square.times(coefficient.plus(series));
    }
    let log = full::ln(x);
    log.minus(inverse.scaled(0.5)).minus(series).minus(below)
}

/// The tangent of `|x| <= π/4` by the series of sine and cosine, to the last bits of two doubles.
#[inline(always)]
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
