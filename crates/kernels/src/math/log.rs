//! The natural logarithm. `log(±0)` is -∞; below it is NaN.

use super::logarithm;
use super::slices::unary_f32;

unary_f32!("the natural logarithm", log_of);

#[inline(always)]
fn log_of(x: f64) -> f64 {
    logarithm::settle(x, logarithm::ln(x))
}
