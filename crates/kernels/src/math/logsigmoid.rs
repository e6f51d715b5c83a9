//! The logarithm of the logistic function, `-ln(1 + e^-x)`.

use super::rare::{is_tiny, unary_f64_with_rare};
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32};
use super::wide::exponential::Exponential;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use super::{exponential, hard, logarithm};
use crate::doubles::Doubles;

blocks_f32!("the logarithm of the logistic function", Logsigmoid);

struct Logsigmoid;

impl Function for Logsigmoid {
    // Beyond, results may be subnormal.
    const USUAL: u64 = 87f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::LOGSIGMOID).with_error(37);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        x.at_most(0.0) - logarithm::quick_ln_1p(exponential::quick_power(x.all(0.0) - x.abs()))
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        // Of large arguments the logarithm is the exponential, or does not count.
        let log = logarithm::quick_ln_1p(exponential::exp(-x.abs()));
        let value = if x < 0.0 { x - log } else { -log };
        if x.is_nan() { x } else { value }
    }
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
