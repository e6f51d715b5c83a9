//! `ln(e^a + e^b)`, without overflow.

use super::doubt::in_doubt_if;
use super::slices::{binary_f32, binary_f64};
use super::steps::or_nan_of;
use super::wide::exponential::Exponential;
use super::wide::full;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, logarithm};

binary_f32!(
    "the logarithm of the sum of the exponentials",
    logaddexp_of,
    |a, b, _| full_with(a, b, |distance| full::ln_1p(full::exp(Pair::new(distance))))
);

#[inline(always)]
fn logaddexp_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let sum = larger + logarithm::ln_1p(exponential::exp(-distance));
    or_nan_of(a, b, in_doubt_beside_root(larger, sum))
}

/// A sum of `larger` and a logarithm up to 1, so that it is in doubt where the two cancel.
#[inline(always)]
pub(super) fn in_doubt_beside_root(larger: f64, sum: f64) -> f64 {
    let size = sum.abs();
    in_doubt_if((size < 0.0625) & (size < 0.5 * larger.abs()), sum)
}

/// The larger one, and the logarithm that `beyond` makes of the distance between the two, negative or 0, with all bits of two doubles.
pub(super) fn full_with(a: f64, b: f64, beyond: impl Fn(f64) -> Pair) -> Pair {
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    // Exact for two floats, unless nothing of the smaller one is left.
    let distance = smaller - larger;
    let larger = Pair::new(larger);
    match distance < -700.0 {
        true => larger,
        false => larger.plus(beyond(distance)),
    }
}

binary_f64!("the logarithm of the sum of the exponentials", wide_of);

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
