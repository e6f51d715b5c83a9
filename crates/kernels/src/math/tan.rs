//! The tangent, of radians. NaN at infinities; `tan(±0)` is `±0`.

use super::circle::{self, Angle, OfAngle};
use super::doubt::Exact;
use super::hard;
use super::slices::{blocks_f32, unary_f64};
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

unary_f64!("the tangent", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    if x.abs() < f64::INFINITY {
        if x == 0.0 {
            x
        } else {
            wide::reduce(x).tan().value()
        }
    } else {
        f64::NAN
    }
}
