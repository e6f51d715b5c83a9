//! The logistic function `1 / (1 + e^-x)`.

use super::exponential;
use super::slices::{unary_f32, unary_f64};
use super::steps::reciprocal;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("the logistic function", sigmoid_of);

#[inline(always)]
fn sigmoid_of(x: f64) -> f64 {
    let e = exponential::exp(-x.abs());
    let above = if x < 0.0 { e } else { 1.0 };
    above * reciprocal(1.0 + e)
}

unary_f64!("the logistic function", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(-x.abs()));
    let below = x < 0.0;
    let pair = e.pair();
    let sum = Pair::new(1.0).plus(pair);
    let value = Pair::select(below, pair, Pair::new(1.0)).over(sum).value();
    // Below 2^-60, 1 plus it is 1, and in two doubles it may underflow.
    let value = if below & (e.k < -60) {
        e.value()
    } else {
        value
    };
    if x.is_nan() { x } else { value }
}
