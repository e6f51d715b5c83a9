//! The hyperbolic sine. `sinh(±0)` is `±0`.

use super::exponential;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("the hyperbolic sine", sinh_of, hard::SINH);

#[inline(always)]
fn sinh_of(x: f64) -> f64 {
    with_sign_of(exponential::cosh_and_sinh(x).1, x)
}

unary_f64!("the hyperbolic sine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let mut e = Exponential::of(Pair::new(x.abs()));
    let m1 = e.minus_one();
    let value = 0.5 * m1.plus(m1.over(m1.plus(Pair::new(1.0)))).value();
    // Half of it, which may be finite where it is not.
    e.k -= 1;
    let value = if e.k >= Exponential::ALONE - 1 {
        e.value()
    } else {
        value
    };
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
