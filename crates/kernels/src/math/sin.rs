//! The sine, of radians. NaN at infinities; `sin(±0)` is `±0`. That of floats is in [`crate::sin`].

use super::slices::unary_f64;
use super::wide::circle as wide;

pub use crate::sin::{sin_bf16 as bf16, sin_f16 as f16, sin_f32 as f32};

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
