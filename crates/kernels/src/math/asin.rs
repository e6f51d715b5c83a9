//! The inverse sine, in radians. NaN beyond `±1`; `asin(±0)` is `±0`.

use std::f64::consts::FRAC_PI_2;

use super::hard;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::arc;
use super::wide::pair::Pair;
use crate::coefficients::ASIN;
use crate::doubles::Doubles;

blocks_f32!("the inverse sine", Asin);

struct Asin;

impl Function for Asin {
    const USUAL: u64 = 1f32.to_bits() as u64 + 1;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ASIN);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let magnitude = x.abs();
        let part = part(magnitude);
        let complement = part.mul_add(x.all(-2.0), x.all(FRAC_PI_2));
        magnitude.if_below(0.5, part, complement).with_sign_of(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        // The root of a negative number is a NaN whose sign the instruction set chooses.
        if x.abs() > 1.0 {
            return f64::NAN;
        }
        Self::of_usual(f64::from(x))
    }
}

/// The inverse sine of what is below a half, or else half the inverse cosine, for what is from 0 to 1.
#[inline(always)]
pub(super) fn part<D: Doubles>(magnitude: D) -> D {
    let halved = magnitude.times_plus(magnitude.all(-0.5), 0.5);
    let square = magnitude.if_below(0.5, magnitude * magnitude, halved);
    let root = magnitude.if_below(0.5, magnitude, halved.sqrt());
    root * square.polynomial(&ASIN)
}

unary_f64!("the inverse sine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let value = arc::angle(Pair::new(magnitude), beside(magnitude)).value();
    let value = if magnitude < 1e-100 { magnitude } else { value };
    with_sign_of(if magnitude <= 1.0 { value } else { f64::NAN }, x)
}

/// `√(1 - magnitude²)`: the abscissa of the point of the unit circle with this ordinate.
#[inline(always)]
pub(super) fn beside(magnitude: f64) -> Pair {
    Pair::sum(1.0, -magnitude)
        .times(Pair::sum(1.0, magnitude))
        .sqrt()
}
