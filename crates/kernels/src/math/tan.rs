//! The tangent, of radians. NaN at infinities; `tan(±0)` is `±0`.

use super::circle::{self, Angle, Function};
use super::slices::unary_f64;
use super::slices::{ToNearest, ToOdd};
use super::wide::circle as wide;

/// Writes the tangent of each element, rounded to nearest. Panics if the lengths differ.
pub fn f32(x: &[f32], y: &mut [f32]) {
    circle::run::<Tan, ToNearest>(x, y);
}

/// Writes the tangent of each element, rounded to odd: what is rounded again to f16 or bf16 is rounded correctly. Panics if the lengths
/// differ.
pub fn f32_odd(x: &[f32], y: &mut [f32]) {
    circle::run::<Tan, ToOdd>(x, y);
}

struct Tan;

impl Function for Tan {
    #[inline(always)]
    fn of(angle: &Angle) -> f64 {
        circle::tan(angle)
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
