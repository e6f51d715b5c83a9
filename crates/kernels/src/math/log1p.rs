//! `ln(1 + x)`, accurate beside 0. `log1p(-1)` is -∞, below it is NaN; `log1p(±0)` is `±0`.

use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("the natural logarithm of 1 plus", Log1p);

struct Log1p;

impl Function for Log1p {
    const USUAL: u64 = (f32::INFINITY.to_bits() - 1) as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::LOG1P);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        // The sum is 0 at -1 only.
        (1.0 + x).to_bits().wrapping_sub(1)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        logarithm::quick_ln_1p(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        with_sign_of(logarithm::settle(1.0 + x, logarithm::quick_ln_1p(x)), x)
    }
}

unary_f64!("the natural logarithm of 1 plus", wide_of);

#[inline(always)]
pub(crate) fn wide_of(x: f64) -> f64 {
    let value = logarithm::settle(1.0 + x, wide::ln_1p(Pair::new(x)).value());
    with_sign_of(value, x)
}
