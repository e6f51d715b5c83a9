//! Powers of two. `exp2(-∞)` is 0, `exp2(∞)` is ∞.

use super::exponential;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("2 to the power", exp2_of, hard::EXP2);

#[inline(always)]
fn exp2_of(x: f64) -> f64 {
    exponential::exp2(x)
}

unary_f64!("2 to the power", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = Exponential::of_two(Pair::new(x)).value();
    if x.is_nan() { x } else { value }
}
