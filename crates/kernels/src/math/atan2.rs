//! The angle of the point with ordinate `a` and abscissa `b`, in radians, with the special values of C99 (F.10.1.4).

use std::f64::consts::{FRAC_PI_2, PI};

use super::slices::{binary_f32, binary_f64};
use super::steps::{polynomial, with_sign_of};
use super::wide::pair::Pair;
use super::wide::{arc, full};
use crate::coefficients::{ATAN, HALF_PI};

binary_f32!(
    "the angle of the point (second, first)",
    atan2_of,
    |a, b, value| {
        let angle = full::angle(a.abs(), b.abs());
        let left = Pair::of(HALF_PI).scaled(2.0).minus(angle);
        let angle = Pair::select(b < 0.0, left, angle);
        Pair::select(value < 0.0, angle.negative(), angle)
    }
);

#[inline(always)]
fn atan2_of(a: f64, b: f64) -> f64 {
    let (y, x) = (a.abs(), b.abs());
    let steep = y > x;
    let (small, large) = if steep { (x, y) } else { (y, x) };
    let quotient = small / large;
    let quotient = if small == large { 1.0 } else { quotient };
    let quotient = if large == 0.0 { 0.0 } else { quotient };
    let angle = quotient * polynomial(&ATAN, quotient * quotient);
    let angle = if steep { FRAC_PI_2 - angle } else { angle };
    let angle = if b.is_sign_negative() {
        PI - angle
    } else {
        angle
    };
    let angle = if a.is_nan() | b.is_nan() {
        f64::NAN
    } else {
        angle
    };
    with_sign_of(angle, a)
}

binary_f64!("the angle of the point (second, first)", wide_of);

#[inline(always)]
fn wide_of(a: f64, b: f64) -> f64 {
    let (y, x) = (a.abs(), b.abs());
    // An infinity counts as 1 beside a zero, or beside another.
    let infinite = (y == f64::INFINITY) | (x == f64::INFINITY);
    let as_infinite = |v: f64| if v == f64::INFINITY { 1.0 } else { 0.0 };
    let (y, x) = if infinite {
        (as_infinite(y), as_infinite(x))
    } else {
        (y, x)
    };
    let large = if y > x { y } else { x };
    let scale = if large > 1e150 { 2f64.powi(-600) } else { 1.0 };
    let scale = if large < 1e-150 {
        2f64.powi(600)
    } else {
        scale
    };
    // From here on the angle is the quotient, which may underflow, or its complement is nothing.
    let flat = y < x * 1e-40;
    let steep = x < y * 1e-40;
    let none = large == 0.0;
    let abscissa = if steep { 0.0 } else { x * scale };
    let ordinate = if flat { 0.0 } else { y * scale };
    let angle = arc::angle(
        Pair::new(ordinate),
        Pair::new(if none { 1.0 } else { abscissa }),
    );
    let left = b.is_sign_negative();
    let beyond = Pair::of(HALF_PI).scaled(2.0).minus(angle);
    let value = Pair::select(left, beyond, angle).value();
    let value = if flat & !left { y / x } else { value };
    let value = if a.is_nan() | b.is_nan() {
        f64::NAN
    } else {
        value
    };
    with_sign_of(value, a)
}
