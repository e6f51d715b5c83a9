//! The exponential function. `exp(-∞)` is 0, `exp(∞)` is ∞.

use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32};
use super::steps::clamp;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("e to the power", Exp);

struct Exp;

impl Function for Exp {
    // Beyond, results may be subnormal.
    const USUAL: u64 = 87f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::EXP);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        exponential::quick_power(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        // Beyond, the result is nothing or too large in float.
        exponential::quick_power(clamp(x.into(), -120.0, 120.0))
    }
}

unary_f64_with_rare!("e to the power", wide_of, |_, y| is_tiny(y), |x| {
    Exponential::of(Pair::new(x)).value_once()
});

#[inline(always)]
pub(crate) fn wide_of(x: f64) -> f64 {
    let value = Exponential::of(Pair::new(x)).value();
    if x.is_nan() { x } else { value }
}
