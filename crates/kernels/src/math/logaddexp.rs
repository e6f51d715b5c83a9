//! `ln(e^a + e^b)`, without overflow.

use super::exponential::MODERATE;
use super::pairs::{FunctionOfTwo, pairs_f32};
use super::rare::binary_f64_with_rare;
use super::rounding_test::{ExactOfTwo, undecided_if};
use super::steps::or_nan_of;
use super::wide::exponential::{Exponential, exp_less};
use super::wide::full;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, logarithm};
use crate::doubles::Doubles;

pairs_f32!("the logarithm of the sum of the exponentials", LogAddExp);

struct LogAddExp;

impl FunctionOfTwo for LogAddExp {
    const EXACT: ExactOfTwo = ExactOfTwo::new(
        f64,
        |a, b, _| full_with(a, b, |distance| full::ln_1p(full::exp(distance))),
        ERROR,
    );

    #[inline(always)]
    fn is_usual(a: f32, b: f32) -> bool {
        (a - b).abs() < MODERATE
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(a: D, b: D) -> D {
        usual_sum(a, b, |distance| {
            logarithm::fine_ln_1p(exponential::fine_inverse_power(distance))
        })
    }

    #[inline(always)]
    fn of_any(a: f64, b: f64) -> f64 {
        logaddexp_of(a, b)
    }
}

/// Sums are undecided within 2 to the power of minus this.
pub(super) const ERROR: u32 = 37;

/// The larger one, and the logarithm that `beyond` makes of the distance between the two; undecided where the two cancel.
#[inline(always)]
pub(super) fn usual_sum<D: Doubles>(a: D, b: D, beyond: impl Fn(D) -> D) -> D {
    /// Logarithms have a relative error below 2^-44. Where terms cancel they are up to 7 bits larger than a sum of this size.
    const SMALL: f64 = 1.0 / 128.0;
    /// In the middle between two floats, which asks for the exact sum.
    const MIDDLE: f64 = 1.0 + f32::EPSILON as f64 / 2.0;
    let difference = a - b;
    let larger = difference.if_below(0.0, b, a);
    let sum = larger + beyond(difference.abs());
    let size = sum.abs();
    let cancelled = (size - larger.abs().times(0.5)).if_below(0.0, sum.all(MIDDLE), sum);
    size.if_below(SMALL, cancelled, sum)
}

#[inline(always)]
fn logaddexp_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let sum = larger + logarithm::ln_1p(exponential::exp(-distance));
    or_nan_of(a, b, undecided_beside_root(larger, sum))
}

/// A sum of `larger` and a logarithm up to 1, so that it is undecided where the two cancel.
#[inline(always)]
pub(super) fn undecided_beside_root(larger: f64, sum: f64) -> f64 {
    let size = sum.abs();
    undecided_if((size < 0.0625) & (size < 0.5 * larger.abs()), sum)
}

/// The larger one, and the logarithm that `beyond` makes of the distance between the two, negative or 0, with all bits of two doubles.
pub(super) fn full_with(a: f64, b: f64, beyond: impl Fn(Pair) -> Pair) -> Pair {
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    // Of 1e-9 and -25, say, the result is beside the larger one, and their distance has more bits than a double.
    let distance = Pair::sum(smaller, -larger);
    let larger = Pair::new(larger);
    match distance.hi < -700.0 {
        true => larger,
        false => larger.plus(beyond(distance)),
    }
}

binary_f64_with_rare!(
    "the logarithm of the sum of the exponentials",
    wide_of,
    is_beside_root,
    |a, b| beside_root(Pair::new(a), Pair::new(b)).value()
);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    wide_with(
        a,
        b,
        #[inline(always)]
        |distance| wide::ln_1p(Exponential::of(distance).pair()),
    )
}

/// The larger one, and the logarithm that `beyond` makes of the distance between the two, negative or 0.
#[inline(always)]
pub(super) fn wide_with(a: f64, b: f64, beyond: impl Fn(Pair) -> Pair) -> f64 {
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    let equal = (a == b) | (larger == f64::INFINITY);
    let distance = Pair::sum(smaller, -larger);
    let distance = Pair::select(equal, Pair::new(0.0), distance);
    // No power of that is more than 0 beside 1.
    let nothing = Pair::new(-1200.0);
    let distance = Pair::select(smaller == f64::NEG_INFINITY, nothing, distance);
    let value = Pair::new(larger).plus(beyond(distance)).value();
    let value = if larger.abs() < f64::INFINITY {
        value
    } else {
        larger
    };
    if a.is_nan() | b.is_nan() {
        f64::NAN
    } else {
        value
    }
}

/// Returns true if the larger number and the logarithm cancel in `y`, so that the error of the logarithm shows.
#[inline(always)]
pub(super) fn is_beside_root(a: f64, b: f64, y: f64) -> bool {
    let larger = if a > b { a } else { b };
    (y.abs() < 0.125) & (y.abs() < 0.5 * larger.abs())
}

/// `ln(e^a + e^b)` where it is small: of a sum that is near 1, from which 1 is taken before it is rounded.
pub(super) fn beside_root(a: Pair, b: Pair) -> Pair {
    /// Below, the sum is computed with all bits of two doubles.
    const NEAR: f64 = 1.0 / 16384.0;
    /// Below, a power is nothing beside what is left.
    const LOWEST: f64 = -100.0;
    let (larger, smaller) = if a.hi > b.hi { (a, b) } else { (b, a) };
    let smaller = Pair::select(smaller.hi < LOWEST, Pair::new(LOWEST), smaller);
    let above = exp_less(larger, 1.0).plus(exp_less(smaller, 0.0));
    let above = match above.hi.abs() < NEAR {
        true => full::exp(larger)
            .minus(Pair::new(1.0))
            .plus(full::exp(smaller)),
        false => above,
    };
    wide::ln_1p(above)
}
