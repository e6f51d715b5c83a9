//! Powers of two. `exp2(-∞)` is 0, `exp2(∞)` is ∞.

use super::exponential;
use super::hard;
use super::rare::{is_tiny, unary_f64_with_rare};
use super::slices::unary_f32;
use super::wide::exponential::Exponential;
use super::wide::pair::Pair;

unary_f32!("2 to the power", exp2_of, hard::EXP2);

#[inline(always)]
fn exp2_of(x: f64) -> f64 {
    exponential::exp2(x)
}

unary_f64_with_rare!("2 to the power", wide_of, |_, y| is_tiny(y), |x| {
    Exponential::of_two(Pair::new(x)).value_once()
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = Exponential::of_two(Pair::new(x)).value();
    if x.is_nan() { x } else { value }
}
