//! The logarithm to base 10, exact for powers of ten. `log10(±0)` is -∞; below it is NaN.

use std::f64::consts::LOG10_E;

use super::hard;
use super::logarithm;
use super::slices::{logarithm_f32, unary_f64};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::coefficients::INVERSE_LN_10;
use crate::doubles::Doubles;

logarithm_f32!("the logarithm to base 10", log10_of, hard::LOG10);

#[inline(always)]
fn log10_of<D: Doubles>(x: D) -> D {
    logarithm::quick_ln(x).times(LOG10_E)
}

unary_f64!("the logarithm to base 10", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    logarithm::settle(x, wide::ln(x).times(Pair::of(INVERSE_LN_10)).value())
}
