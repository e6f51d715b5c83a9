//! The inverse hyperbolic tangent. `atanh(±1)` is `±∞`, beyond it is NaN; `atanh(±0)` is `±0`.

use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::doubles::Doubles;

blocks_f32!("the inverse hyperbolic tangent", Atanh);

struct Atanh;

impl Function for Atanh {
    const USUAL: u64 = 1f32.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ATANH).with_error(37);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let magnitude = x.abs();
        let rest = x.all(1.0) - magnitude;
        let twice = magnitude + magnitude;
        let quotient = if D::TABLES {
            rest.divide(twice)
        } else {
            twice.over(rest)
        };
        logarithm::quick_ln_1p(quotient).times(0.5).with_sign_of(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        let magnitude = x.abs();
        let special = if magnitude == 1.0 {
            f64::INFINITY
        } else {
            f64::NAN
        };
        let value = Self::of_usual(x);
        if magnitude < 1.0 {
            value
        } else {
            with_sign_of(special, x)
        }
    }
}

unary_f64!("the inverse hyperbolic tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let ratio = Pair::new(2.0 * magnitude).over(Pair::sum(1.0, -magnitude));
    let value = 0.5 * wide::ln_1p(ratio).value();
    let value = if magnitude < 1e-100 { magnitude } else { value };
    let special = if magnitude == 1.0 {
        f64::INFINITY
    } else {
        f64::NAN
    };
    with_sign_of(if magnitude < 1.0 { value } else { special }, x)
}
