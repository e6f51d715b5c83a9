//! The logarithm to base 2, exact for powers of two. `log2(±0)` is -∞; below it is NaN.

use std::f64::consts::LOG2_E;

use super::coefficients::{INVERSE_LN_2, LOG1P_BESIDE_1};
use super::hard;
use super::logarithm;
use super::slices::{logarithm_f32, unary_f64};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

logarithm_f32!("the logarithm to base 2", log2_of, hard::LOG2);

#[inline(always)]
fn log2_of<D: Doubles>(x: D) -> D {
    let (k, l, f) = logarithm::parts(x);
    let whole = l.mul_add(x.all(LOG2_E), k);
    f.times(LOG2_E)
        .mul_add(f.polynomial(&LOG1P_BESIDE_1), whole)
}

unary_f64!("the logarithm to base 2", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    logarithm::settle(x, wide::ln(x).times(Pair::of(INVERSE_LN_2)).value())
}
