//! The logistic function `1 / (1 + e^-x)`.

use std::hint::select_unpredictable;

use super::exponential;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::reciprocal;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

blocks_f32!("the logistic function", Sigmoid);

struct Sigmoid;

impl Function for Sigmoid {
    #[inline(always)]
    fn is_usual(x: f32) -> bool {
        x.abs() < 87.0
    }

    #[inline(always)]
    fn of_usual(x: f32) -> f64 {
        // The power, and 1 plus it, is a float.
        reciprocal(1.0 + exponential::exp_of_moderate(-f64::from(x)))
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let moderate = if Self::is_usual(x) { x } else { 0.0 };
        let usual = Self::of_usual(moderate);
        // What is 1, or the power itself.
        let far = if x > 0.0 {
            1.0
        } else {
            exponential::exp(x.into())
        };
        select_unpredictable(Self::is_usual(x), usual, far)
    }
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
