//! The sine, of radians. NaN at infinities; `sin(±0)` is `±0`. That of floats is in [`crate::sin`].

use super::rare::unary_f64_with_rare;
use super::wide::circle as wide;

pub use crate::sin::{sin_bf16 as bf16, sin_f16 as f16, sin_f32 as f32};

unary_f64_with_rare!("the sine", wide_of, |x, _| wide::is_large(x), |x| {
    wide::of_large(x, |angle| angle.sin().value())
});

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let value = wide::reduce(x).sin().value();
    if x == 0.0 { x } else { value }
}
