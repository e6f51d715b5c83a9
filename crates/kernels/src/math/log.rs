//! The natural logarithm. `log(±0)` is -∞; below it is NaN.

use super::hard;
use super::logarithm;
use super::slices::{logarithm_f32, unary_f64};
use super::wide::logarithm as wide;

logarithm_f32!("the natural logarithm", logarithm::quick_ln, hard::LOG);

unary_f64!(widest "the natural logarithm", wide_of);

#[inline(always)]
pub(crate) fn wide_of(x: f64) -> f64 {
    logarithm::settle(x, wide::ln(x).value())
}
