//! The cosine, of radians. NaN at infinities.

use super::circle::{self, Angle, Function, ToNearest, ToOdd};

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
