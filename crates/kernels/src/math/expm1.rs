//! `e^x - 1`, accurate beside 0. `expm1(-∞)` is -1; `expm1(±0)` is `±0`.

use super::exponential;
use super::slices::{unary_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("e to the power, less 1,", expm1_of);

#[inline(always)]
fn expm1_of(x: f64) -> f64 {
    with_sign_of(exponential::exp_m1(x), x)
}

unary_f64!("e to the power, less 1,", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(x));
    // Beyond 2^60 the 1 does not count.
    let value = if e.k >= 60 {
        e.value()
    } else {
        e.minus_one().value()
    };
    let value = if x < -42.0 { -1.0 } else { value };
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
