//! The inverse hyperbolic cosine. NaN below 1.

use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::coefficients::LN_2;
use crate::doubles::Doubles;

blocks_f32!("the inverse hyperbolic cosine", Acosh);

struct Acosh;

impl Function for Acosh {
    const USUAL: u64 = (f32::INFINITY.to_bits() - 1f32.to_bits()) as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ACOSH);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits().wrapping_sub(1f32.to_bits())
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        // Exact in double, or rounded where the 1 does not count.
        let above = x.plus(-1.0);
        let root = above.mul_add(above, above + above).sqrt();
        logarithm::quick_ln_1p(above + root)
    }

    #[inline(always)]
    #[allow(
        clippy::manual_range_contains,
        reason = "no branch between the comparisons"
    )]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        let value = Self::of_usual(x);
        let special = if x < 1.0 { f64::NAN } else { x };
        if (x >= 1.0) & (x < f64::INFINITY) {
            value
        } else {
            special
        }
    }
}

unary_f64!("the inverse hyperbolic cosine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let large = x > 268_435_456.0; // 2^28
    let above = Pair::sum(if large { 1.0 } else { x }, -1.0);
    let root = above.times(above.plus(Pair::new(2.0))).sqrt();
    let value = wide::ln_1p(above.plus(root)).value();
    let far = wide::ln(x).plus(Pair::of(LN_2)).value();
    let value = if large { far } else { value };
    let special = if x < 1.0 { f64::NAN } else { x };
    if (x >= 1.0) & (x < f64::INFINITY) {
        value
    } else {
        special
    }
}
