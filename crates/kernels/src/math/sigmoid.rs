//! The logistic function `1 / (1 + e^-x)`.

use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32};
use super::steps::clamp;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("the logistic function", Sigmoid);

struct Sigmoid;

impl Function for Sigmoid {
    // Beyond, results may be subnormal.
    const USUAL: u64 = 87f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::SIGMOID);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        exponential::quick_inverse_power(x).plus(1.0).inverse()
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        let value = Self::of_usual(clamp(x, -120.0, 120.0));
        // Which NaN the steps give depends on the instruction set.
        if x.is_nan() { x } else { value }
    }
}

unary_f64_with_rare!("the logistic function", wide_of, |_, y| is_tiny(y), |x| {
    Exponential::of(Pair::new(x)).value_once()
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(-x.abs()));
    let below = x < 0.0;
    let pair = e.pair();
    let sum = Pair::new(1.0).plus(pair);
    let value = Pair::select(below, pair, Pair::new(1.0)).over(sum).value();
    // Beside 1 it does not count, and in two doubles it may underflow.
    let value = if below & (e.k < -Exponential::ALONE) {
        e.value()
    } else {
        value
    };
    if x.is_nan() { x } else { value }
}
