//! `ln(e^a + e^b)`, without overflow.

use super::slices::binary_f32;
use super::slices::binary_f64;
use super::steps::or_nan_of;
use super::wide::exponential::Exponential;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, logarithm};

binary_f32!("the logarithm of the sum of the exponentials", logaddexp_of);

#[inline(always)]
fn logaddexp_of(a: f64, b: f64) -> f64 {
    let larger = if a > b { a } else { b };
    let distance = if a == b { 0.0 } else { (a - b).abs() };
    let sum = larger + logarithm::ln_1p(exponential::exp(-distance));
    or_nan_of(a, b, sum)
}

binary_f64!("the logarithm of the sum of the exponentials", wide_of);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    let equal = (a == b) | (larger == f64::INFINITY);
    let distance = Pair::sum(smaller, -larger);
    let distance = Pair::select(equal, Pair::new(0.0), distance);
    let distance = Pair::select(smaller == f64::NEG_INFINITY, Pair::new(-800.0), distance);
    let log = wide::ln_1p(Exponential::of(distance).pair());
    let value = Pair::new(larger).plus(log).value();
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
