//! The inverse cosine, in radians. NaN beyond `±1`.

use std::f64::consts::{FRAC_PI_2, PI};

use super::asin::parts;
use super::slices::unary_f32;
use super::steps::with_sign_of;

unary_f32!("the inverse cosine", acos_of);

#[inline(always)]
fn acos_of(x: f64) -> f64 {
    let (small, part) = parts(x.abs());
    let signed = with_sign_of(part, x);
    let large = if x < 0.0 {
        2.0f64.mul_add(-part, PI)
    } else {
        2.0 * part
    };
    if small { FRAC_PI_2 - signed } else { large }
}
