//! `e^x - 1`, accurate beside 0. `expm1(-∞)` is -1; `expm1(±0)` is `±0`.

use super::exponential;
use super::hard;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::{clamp, with_sign_of};
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("e to the power, less 1,", Expm1);

struct Expm1;

impl Function for Expm1 {
    const USUAL: u64 = exponential::MODERATE.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::EXPM1);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        exponential::quick_power_less_1(x).with_sign_of(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        Self::of_usual(clamp(x.into(), -120.0, 120.0))
    }
}

unary_f64!("e to the power, less 1,", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let e = Exponential::of(Pair::new(x));
    let value = if e.k >= Exponential::ALONE {
        e.value()
    } else {
        e.minus_one().value()
    };
    let value = if x < -42.0 { -1.0 } else { value };
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
