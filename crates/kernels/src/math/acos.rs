//! The inverse cosine, in radians. NaN beyond `±1`.

use std::f64::consts::{FRAC_PI_2, PI};

use super::asin::{beside, parts};
use super::coefficients::HALF_PI;
use super::hard;
use super::slices::{unary_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::arc;
use super::wide::pair::Pair;

unary_f32!("the inverse cosine", acos_of, hard::ACOS);

#[inline(always)]
fn acos_of(x: f64) -> f64 {
    let (small, part) = parts(x.abs());
    let signed = with_sign_of(part, x);
    let large = if x < 0.0 {
        2.0f64.mul_add(-part, PI)
    } else {
        2.0 * part
    };
    let value = if small { FRAC_PI_2 - signed } else { large };
    // The root of a negative number is a NaN whose sign the instruction set chooses.
    if x.abs() > 1.0 { f64::NAN } else { value }
}

unary_f64!("the inverse cosine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    // The complement, too, would do at 0, where the ordinate is 1 and the abscissa may underflow.
    let abscissa = if magnitude < 1e-100 { 0.0 } else { magnitude };
    let angle = arc::angle(beside(magnitude), Pair::new(abscissa));
    let beyond = Pair::of(HALF_PI).scaled(2.0).minus(angle);
    let value = Pair::select(x < 0.0, beyond, angle).value();
    if magnitude <= 1.0 { value } else { f64::NAN }
}
