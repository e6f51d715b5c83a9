//! The inverse tangent, in radians. `atan(±∞)` is `±π/2`; `atan(±0)` is `±0`.

use std::f64::consts::FRAC_PI_2;

use super::hard;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::{clamp, with_sign_of};
use super::wide::arc;
use super::wide::pair::Pair;
use crate::coefficients::{ATAN, ATAN_CENTERS, ATAN_NEAR, ATAN_OF_CENTERS};
use crate::doubles::Doubles;

blocks_f32!("the inverse tangent", Atan);

/// The place of the lowest three bits of the exponent and the first one of the mantissa.
const LAST_OF_EXPONENT: u32 = 51;

struct Atan;

impl Function for Atan {
    const USUAL: u64 = f32::INFINITY.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ATAN).with_error(37);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let magnitude = x.abs();
        if !D::TABLES {
            let (one, far) = (x.all(1.0), x.all(FRAC_PI_2));
            // `atan a = π/2 - atan(1 / a)`.
            let numerator = magnitude.if_below(1.0, magnitude, x.all(-1.0));
            let t = numerator.over(magnitude.if_below(1.0, one, magnitude));
            let start = magnitude.if_below(1.0, x.all(0.0), far);
            return t.mul_add((t * t).polynomial(&ATAN), start).with_sign_of(x);
        }
        // `atan a = atan c + atan((a - c) / (1 + ac))`, where c is near a.
        let place = magnitude
            .at_least(1.0 / 16.0)
            .at_most(16.0 - f64::EPSILON * 8.0);
        let center = place.entries::<LAST_OF_EXPONENT>(&ATAN_CENTERS);
        let u = magnitude.times_plus(center, 1.0).divide(magnitude - center);
        u.mul_add(
            (u * u).polynomial(&ATAN_NEAR),
            place.entries::<LAST_OF_EXPONENT>(&ATAN_OF_CENTERS),
        )
        .with_sign_of(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        Self::of_usual(clamp(x.into(), f32::MIN.into(), f32::MAX.into()))
    }
}

unary_f64!("the inverse tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let middle = (magnitude > 1e-100) & (magnitude < 1e100);
    let moderate = if middle { magnitude } else { 1.0 };
    let value = arc::angle(Pair::new(moderate), Pair::new(1.0)).value();
    let far = if magnitude > 1.0 {
        FRAC_PI_2
    } else {
        magnitude
    };
    let value = if middle { value } else { far };
    with_sign_of(if x.is_nan() { x } else { value }, x)
}
