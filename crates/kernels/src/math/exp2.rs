//! Powers of two. `exp2(-∞)` is 0, `exp2(∞)` is ∞.

use super::exponential;
use super::slices::unary_f32;

unary_f32!("2 to the power", exp2_of);

#[inline(always)]
fn exp2_of(x: f64) -> f64 {
    exponential::exp2(x)
}
