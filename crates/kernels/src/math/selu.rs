//! The scaled exponential linear unit: `scale x` above 0, else `scale alpha (e^x - 1)`, with the constants of G. Klambauer et al.,
//! "Self-Normalizing Neural Networks" (2017).

use super::exponential;
use super::hard;
use super::rare::unary_f64_with_rare;
use super::slices::unary_f32;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

const SCALE: f64 = 1.050_700_987_355_480_5;
const ALPHA: f64 = 1.673_263_242_354_377_2;

unary_f32!("the scaled exponential linear unit", selu_of, hard::SELU);
unary_f64_with_rare!(
    "the scaled exponential linear unit",
    wide_of,
    |x, _| (x > -TINY) & (x < 0.0),
    |x| Pair::enlarged(x)
        .times(Pair::product(SCALE, ALPHA))
        .value_reduced()
);

/// Below, products underflow in their low halves, and the function is one.
const TINY: f64 = 1e-200;

#[inline(always)]
fn selu_of(x: f64) -> f64 {
    let below = (SCALE * ALPHA) * exponential::exp_m1(x);
    // Also a zero, whose sign it keeps, and NaN.
    let above = SCALE * x;
    if x < 0.0 { below } else { above }
}

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let factor = Pair::product(SCALE, ALPHA);
    let below = Exponential::of(Pair::new(x)).minus_one();
    let below = below.times(factor).value();
    let above = SCALE * x;
    if x < 0.0 { below } else { above }
}
