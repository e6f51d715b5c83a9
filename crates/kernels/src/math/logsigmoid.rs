//! The logarithm of the logistic function, `-ln(1 + e^-x)`.

use super::slices::{unary_f32, unary_f64};
use super::wide::exponential::Exponential;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, hard, logarithm};

unary_f32!(
    "the logarithm of the logistic function",
    logsigmoid_of,
    hard::LOGSIGMOID
);

#[inline(always)]
fn logsigmoid_of(x: f64) -> f64 {
    let value = -logarithm::ln_1p(exponential::exp(-x.abs()));
    let value = if x.is_nan() { x } else { value };
    if x < 0.0 { x + value } else { value }
}

unary_f64!("the logarithm of the logistic function", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(-x.abs()));
    let log = wide::ln_1p(e.pair());
    let value = if x < 0.0 {
        Pair::new(x).minus(log).value()
    } else {
        -log.value()
    };
    // Beside what is below 2^-60 the 1 counts only as such.
    let small = if x < 0.0 { x } else { -e.value() };
    let value = if e.k < -60 { small } else { value };
    if x.is_nan() { x } else { value }
}
