//! The sine, of radians. NaN at infinities; `sin(±0)` is `±0`. That of f32, f16 and bf16 is in [`crate::sin`].

use super::slices::unary_f64;
use super::wide::circle as wide;

pub use crate::sin::sin_f32 as f32;

unary_f64!("the sine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    if x == 0.0 {
        x
    } else if x.abs() < f64::INFINITY {
        wide::reduce(x).sin().value()
    } else {
        f64::NAN
    }
}
