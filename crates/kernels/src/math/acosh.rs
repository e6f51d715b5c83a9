//! The inverse hyperbolic cosine. NaN below 1.

use super::logarithm;
use super::slices::unary_f32;

unary_f32!("the inverse hyperbolic cosine", acosh_of);

#[inline(always)]
#[allow(
    clippy::manual_range_contains,
    reason = "no branch between the comparisons"
)]
fn acosh_of(x: f64) -> f64 {
    // Exact in double, or rounded where the 1 does not count.
    let above = x - 1.0;
    let root = above.mul_add(above, 2.0 * above).sqrt();
    let value = logarithm::ln_1p(above + root);
    let special = if x < 1.0 { f64::NAN } else { x };
    if (x >= 1.0) & (x < f64::INFINITY) {
        value
    } else {
        special
    }
}
