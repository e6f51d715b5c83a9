//! The logarithm of the logistic function, `-ln(1 + e^-x)`.

use super::rare::{is_tiny, unary_f64_with_rare};
use super::slices::unary_f32;
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

unary_f64_with_rare!(
    "the logarithm of the logistic function",
    wide_of,
    |x, y| is_tiny(y) & (x > 1.0),
    |x: f64| -Exponential::of(Pair::new(-x)).value_once()
);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(-x.abs()));
    let log = wide::ln_1p(e.pair());
    let value = if x < 0.0 {
        Pair::new(x).minus(log).value()
    } else {
        -log.value()
    };
    // What is added to 1 is its logarithm.
    let small = if x < 0.0 { x } else { -e.value() };
    let value = if e.k < -Exponential::ALONE {
        small
    } else {
        value
    };
    if x.is_nan() { x } else { value }
}
