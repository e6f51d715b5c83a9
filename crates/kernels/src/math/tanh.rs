//! The hyperbolic tangent. `tanh(±∞)` is `±1`; `tanh(±0)` is `±0`.

use super::exponential;
use super::hard;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("the hyperbolic tangent", Tanh);

struct Tanh;

impl Function for Tanh {
    const EXACT: Exact<'static> = Exact::new(&f64, hard::TANH);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        // Beyond, the result is 1 in float.
        let (numerator, denominator) =
            exponential::quick_tanh_parts(x.at_least(-10.0).at_most(10.0));
        denominator.divide(numerator)
    }
}

unary_f64!("the hyperbolic tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let magnitude = if magnitude > 20.0 { 20.0 } else { magnitude };
    let e = Exponential::of(Pair::new(2.0 * magnitude)).minus_one();
    let value = e.over(e.plus(Pair::new(2.0))).value();
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
