//! The reciprocal of the square root. NaN below zero; `±∞` at `±0`.

use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::wide::pair::Pair;
use crate::doubles::Doubles;
use crate::nan::WithNanSign;

blocks_f32!("1 divided by the square root", Rsqrt);

struct Rsqrt;

impl Function for Rsqrt {
    const USUAL: u64 = logarithm::USUAL;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::RSQRT).with_error(42);

    #[inline(always)]
    fn key(x: f32) -> u32 {
        logarithm::key(x)
    }

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        /// `((1 - e)^(-1/2) - 1) / e`
        const SERIES: [f64; 3] = [0.5, 0.375, 0.3125];
        let r = x.nearly_inverse_root();
        let error = (x * r).neg_mul_add(r, x.all(1.0));
        (r * error).mul_add(error.polynomial(&SERIES), r)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        rsqrt_of(x.into())
    }
}

#[inline(always)]
fn rsqrt_of(x: f64) -> f64 {
    // Of a float, a root of a float and a division of floats take half the time of those of doubles; Newton's step doubles the bits.
    let r = f64::from(1.0 / (x as f32).sqrt()).made_of([x]);
    let error = (x * r).mul_add(-r, 1.0);
    let value = (0.5 * r).mul_add(error, r);
    if (x > 0.0) & (x < f64::INFINITY) {
        value
    } else {
        r
    }
}

unary_f64!("1 divided by the square root", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    // Away from the ends of the exponents, where squares of roots are inexact.
    let scale = if x < 1e-200 { 2f64.powi(400) } else { 1.0 };
    let x = x * scale;
    let value = Pair::new(1.0).over(Pair::new(x).sqrt()).value() * scale.sqrt();
    let special = if x == 0.0 { 1.0 / x } else { 1.0 / x.sqrt() };
    let special = special.made_of([x]);
    if (x > 0.0) & (x < f64::INFINITY) {
        value
    } else {
        special
    }
}
