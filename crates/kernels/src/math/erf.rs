//! The error function. `erf(±∞)` is `±1`; `erf(±0)` is `±0`.

use super::hard;
use super::rare::unary_f64_with_rare;
use super::rounding_test::Exact;
use super::slices::{self, Function, blocks_f32};
use super::steps::with_sign_of;
use super::wide::error;
use super::wide::pair::Pair;
use crate::coefficients::{ERF, ERF_CENTER, TWO_OVER_ROOT_PI};
use crate::doubles::Doubles;

blocks_f32!("the error function", Erf);

struct Erf;

impl Function for Erf {
    const USUAL: u64 = 1 << 31;
    const EXACT: Exact<'static> = Exact::new(&f64, hard::ERF).with_error(37);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        slices::key_unless_tiny(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        // From 3.9193 on the result is 1 in float; there it is not far from the middle between that and the float below.
        let x = x.at_least(-3.93).at_most(3.93);
        x * x.times_plus(x, -ERF_CENTER).polynomial(&ERF)
    }
}

unary_f64_with_rare!(
    "the error function",
    wide_of,
    |x: f64, _| (x.abs() < TINY) & (x != 0.0),
    |x| Pair::enlarged(x)
        .times(Pair::of(TWO_OVER_ROOT_PI))
        .value_reduced()
);

/// Below, products underflow in their low halves, and the function is one.
const TINY: f64 = 1e-150;

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let moderate = if magnitude < 7.0 { magnitude } else { 7.0 };
    let value = error::erf(moderate).value();
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
