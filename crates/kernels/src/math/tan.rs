//! The tangent, of radians. NaN at infinities; `tan(±0)` is `±0`.

use super::circle::{self, Angle, OfAngle};
use super::hard;
use super::rare::unary_f64_with_rare;
use super::rounding_test::Exact;
use super::slices::blocks_f32;
use super::wide::circle as wide;
use crate::doubles::Doubles;

blocks_f32!("the tangent", Tan);

struct Tan;

impl OfAngle for Tan {
    const EXACT: Exact<'static> = Exact::new(&f64, hard::TAN);

    #[inline(always)]
    fn of(angle: &Angle) -> f64 {
        circle::tan(angle)
    }

    #[inline(always)]
    fn of_moderate<D: Doubles>(x: D) -> D {
        circle::tan_of_moderate(x)
    }
}

unary_f64_with_rare!("the tangent", wide_of, |x, _| wide::is_large(x), |x| {
    wide::of_large(x, |angle| angle.tan().value())
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = wide::reduce(x).tan().value();
    if x == 0.0 { x } else { value }
}
