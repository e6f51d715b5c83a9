//! Powers of two. `exp2(-∞)` is 0, `exp2(∞)` is ∞.

use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32};
use super::steps::clamp;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("2 to the power", Exp2);

struct Exp2;

impl Function for Exp2 {
    // Beyond, results may be subnormal.
    const USUAL: u64 = 126f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::EXP2);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        exponential::quick_power_of_two(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        // Beyond, the result is nothing or too large in float.
        exponential::quick_power_of_two(clamp(x.into(), -160.0, 130.0))
    }
}

unary_f64_with_rare!("2 to the power", wide_of, |_, y| is_tiny(y), |x| {
    Exponential::of_two(Pair::new(x)).value_once()
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = Exponential::of_two(Pair::new(x)).value();
    if x.is_nan() { x } else { value }
}
