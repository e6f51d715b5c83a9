//! The logarithm to base 2, exact for powers of two. `log2(±0)` is -∞; below it is NaN.

use super::hard;
use super::logarithm;
use super::slices::{logarithm_f32, unary_f64};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::coefficients::INVERSE_LN_2;

logarithm_f32!(
    "the logarithm to base 2",
    logarithm::quick_log2_of_float,
    hard::LOG2
);

unary_f64!("the logarithm to base 2", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    logarithm::settle(x, wide::ln(x).times(Pair::of(INVERSE_LN_2)).value())
}
