//! The hyperbolic cosine.

use super::exponential;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::wide::exponential::{Exponential, power};
use super::wide::pair::Pair;

unary_f32!("the hyperbolic cosine", cosh_of, hard::COSH);

#[inline(always)]
fn cosh_of(x: f64) -> f64 {
    exponential::cosh_and_sinh(x).0
}

unary_f64!("the hyperbolic cosine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let mut e = Exponential::of(Pair::new(x.abs()));
    // Half of it, which may be finite where it is not.
    e.k -= 1;
    let half = e.mantissa().scaled(if e.k < Exponential::ALONE {
        power(e.k)
    } else {
        1.0
    });
    let value = half.plus(Pair::new(0.25).over(half)).value();
    let value = if e.k >= Exponential::ALONE {
        e.value()
    } else {
        value
    };
    if x.is_nan() { x } else { value }
}
