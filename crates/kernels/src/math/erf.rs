//! The error function. `erf(±∞)` is `±1`; `erf(±0)` is `±0`.

use super::coefficients::{ERF, ERF_CENTER};
use super::slices::unary_f32;
use super::steps::{polynomial, with_sign_of};

unary_f32!("the error function", erf_of);

#[inline(always)]
fn erf_of(x: f64) -> f64 {
    // Beyond, the result is 1 in float.
    let magnitude = x.abs();
    let magnitude = if magnitude > 3.94 { 3.94 } else { magnitude };
    let square = magnitude * magnitude;
    with_sign_of(magnitude * polynomial(&ERF, square - ERF_CENTER), x)
}
