//! The tangent, of radians. NaN at infinities; `tan(±0)` is `±0`.

use super::circle::{self, Angle, Function, ToNearest, ToOdd};

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
