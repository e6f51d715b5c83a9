//! The cosine, of radians. NaN at infinities.

use super::circle::{self, Angle, OfAngle};
use super::hard;
use super::rare::unary_f64_with_rare;
use super::rounding_test::Exact;
use super::slices::blocks_f32;
use super::wide::circle as wide;
use crate::doubles::Doubles;

blocks_f32!("the cosine", Cos);

struct Cos;

impl OfAngle for Cos {
    const EXACT: Exact<'static> = Exact::new(&f64, hard::COS).with_error(37);

    #[inline(always)]
    fn of(angle: &Angle) -> f64 {
        circle::cos(angle)
    }

    #[inline(always)]
    fn of_moderate<D: Doubles>(x: D) -> D {
        circle::cos_of_moderate(x)
    }
}

unary_f64_with_rare!("the cosine", wide_of, |x, _| wide::is_large(x), |x| {
    wide::of_large(x, |angle| angle.cos().value())
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    wide::reduce(x).cos().value()
}
