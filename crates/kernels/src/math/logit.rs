//! The inverse of the logistic function, `ln(x / (1 - x))`. `±∞` at 1 and 0, NaN beyond.

use super::groups::To;
use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Floats, Function, by_blocks, of_one};
use super::steps::clamp;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::dense;
use crate::doubles::Doubles;

/// Writes the logit of each element, first brought into `[epsilon, 1 - epsilon]` unless `epsilon` is negative, rounded to nearest. Panics
/// if the lengths differ.
pub fn f32(x: &[f32], epsilon: f32, y: &mut [f32]) {
    dense::same_length(x.len(), y.len());
    if epsilon < 0.0 {
        return by_blocks::<Logit>(x, y, Floats::Exact);
    }
    let (low, high) = bounds(epsilon);
    let mut within = [0.0; BLOCK];
    for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
        let within = &mut within[..x.len()];
        for (within, &x) in within.iter_mut().zip(x) {
            *within = clamp(x.into(), low, high) as f32;
        }
        by_blocks::<Logit>(within, y, Floats::Exact);
    }
}

/// As [`f32()`], rounded to odd: what is rounded again to f16 or bf16 is rounded correctly.
pub fn f32_odd(x: &[f32], epsilon: f32, y: &mut [f32]) {
    let (low, high) = bounds(epsilon);
    of_one(
        x,
        y,
        To::Odd,
        #[inline(always)]
        |x| logit_of(clamp(x, low, high)),
    );
}

/// Numbers that are brought between bounds together.
const BLOCK: usize = 2048;

struct Logit;

impl Function for Logit {
    const USUAL: u64 = 1f32.to_bits() as u64 - 1;

    const EXACT: Exact<'static> = Exact::new(&unbounded, hard::LOGIT);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits().wrapping_sub(1)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        // `±ln(1 + |1 - 2x| / min(x, 1 - x))`: beside 1/2 the numerator is exact.
        let one = x.all(1.0);
        let distance = x.neg_mul_add(x.all(2.0), one);
        let smaller = x.if_below(0.5, x, one - x);
        let log = logarithm::quick_ln_1p(smaller.divide(distance.abs()));
        log.with_sign_of(x.plus(-0.5))
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        logit_of(x.into())
    }
}

/// Limits to which elements are clamped: in f32, as PyTorch does.
fn bounds(epsilon: f32) -> (f64, f64) {
    if epsilon < 0.0 {
        (f64::NEG_INFINITY, f64::INFINITY)
    } else {
        (epsilon.into(), (1.0 - epsilon).into())
    }
}

#[inline(always)]
fn logit_of(x: f64) -> f64 {
    let rest = 1.0 - x;
    let (k, f) = logarithm::split(x / rest);
    // Beside 1/2 the quotient is near 1, and its distance from 1 is better known than the quotient.
    let f = if k == 0.0 { (x - rest) / rest } else { f };
    let value = logarithm::joined(k, f);
    settle(x, value)
}

/// Writes the logit of each element, first brought into `[epsilon, 1 - epsilon]` unless `epsilon` is negative, with an error below 0.51 ULP.
/// Panics if the lengths differ.
pub fn f64(x: &[f64], epsilon: f64, y: &mut [f64]) {
    let clamped = epsilon >= 0.0;
    let low = if clamped { epsilon } else { f64::NEG_INFINITY };
    let high = if clamped {
        1.0 - epsilon
    } else {
        f64::INFINITY
    };
    wide_within(x, low, high, y);
}

/// The kernel for doubles without bounds.
fn unbounded(x: &[f64], y: &mut [f64]) {
    wide_within(x, f64::NEG_INFINITY, f64::INFINITY, y);
}

fn wide_within(x: &[f64], low: f64, high: f64, y: &mut [f64]) {
    dense::unary(
        x,
        y,
        #[inline(always)]
        |x| wide_of(clamp(x, low, high)),
    );
}

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    // `2 atanh(2x - 1)`: beside 1/2 the numerator is exact. Far below, the quotient is the argument, but for the 1.
    let rest = Pair::sum(1.0, -x);
    let ratio = Pair::sum(x, -rest.hi).minus(Pair::new(rest.lo)).over(rest);
    let value = wide::ln_1p(ratio).value();
    let far = wide::ln(x).plus(Pair::new(x)).value();
    let value = if x < 2f64.powi(-60) { far } else { value };
    let value = if (x < 0.25) & (x >= 2f64.powi(-60)) {
        wide::ln(x).minus(wide::ln_1p(Pair::new(-x))).value()
    } else {
        value
    };
    settle(x, value)
}

/// `value`, which is the logit of `x`, but for what has no finite one.
#[inline(always)]
fn settle(x: f64, value: f64) -> f64 {
    let special = if x == 0.0 {
        f64::NEG_INFINITY
    } else {
        f64::NAN
    };
    let special = if x == 1.0 { f64::INFINITY } else { special };
    if (x > 0.0) & (x < 1.0) {
        value
    } else {
        special
    }
}
