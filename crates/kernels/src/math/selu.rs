//! The scaled exponential linear unit: `scale x` above 0, else `scale alpha (e^x - 1)`, with the constants of G. Klambauer et al.,
//! "Self-Normalizing Neural Networks" (2017).

use super::exponential;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

const SCALE: f64 = 1.050_700_987_355_480_5;
const ALPHA: f64 = 1.673_263_242_354_377_2;

unary_f32!("the scaled exponential linear unit", selu_of, hard::SELU);
unary_f64!("the scaled exponential linear unit", wide_of);

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
    // Products underflow in their low halves.
    let below = if x > -1e-200 { factor.hi * x } else { below };
    let above = SCALE * x;
    if x < 0.0 { below } else { above }
}
