//! The cosine, of radians. NaN at infinities.

use super::circle::{self, Angle, Function};
use super::slices::unary_f64;
use super::slices::{ToNearest, ToOdd};
use super::wide::circle as wide;

/// Writes the cosine of each element, rounded to nearest. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32]) {
    circle::run::<Cos, ToNearest>(x, y);
}

/// Writes the cosine of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths
/// differ.
pub fn f32_odd(x: &[f32], y: &mut [f32]) {
    circle::run::<Cos, ToOdd>(x, y);
}

struct Cos;

impl Function for Cos {
    #[inline(always)]
    fn of(angle: &Angle) -> f64 {
        circle::cos(angle)
    }
}

unary_f64!("the cosine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    if x.abs() < f64::INFINITY {
        wide::reduce(x).cos().value()
    } else {
        f64::NAN
    }
}
