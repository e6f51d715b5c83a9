//! Products.

use super::sums::wide_join;
use super::{folds, folds_of_two};
use crate::double_double::DoubleDouble;
use hostnpu_numeric::Complex;

folds! {
    /// Products of floats in double.
    ProductF32: f32 => f64, 1.0, |product, x, _center, _number| product * f64::from(x), |a, b| a * b;
    /// Products of integers, which wrap.
    ProductI32: i32 => i32, 1,
        |product, x, _center, _number| product.wrapping_mul(x), |a, b| a.wrapping_mul(b);
    /// Products of integers, which wrap.
    ProductI64: i64 => i64, 1,
        |product, x, _center, _number| product.wrapping_mul(x), |a, b| a.wrapping_mul(b);
}

/// The product in two doubles, unless a factor or the product is so large that splitting it overflows.
#[inline(always)]
fn wide_product(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    let plain = a.0 * b.0;
    let wide = DoubleDouble { hi: a.0, lo: a.1 }.split_times(DoubleDouble { hi: b.0, lo: b.1 });
    let in_range = (a.0.abs() < 1e290) & (b.0.abs() < 1e290) & (plain.abs() < 1e290);
    match in_range {
        true => (wide.hi, wide.lo),
        false => (plain, 0.0),
    }
}

#[inline(always)]
fn complex_product(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// A complex number, each part in two doubles.
type WideComplex = ((f64, f64), (f64, f64));

#[inline(always)]
fn wide_complex_product(a: WideComplex, b: WideComplex) -> WideComplex {
    let minus = |x: (f64, f64)| (-x.0, -x.1);
    let real = wide_join(wide_product(a.0, b.0), minus(wide_product(a.1, b.1)));
    let imaginary = wide_join(wide_product(a.0, b.1), wide_product(a.1, b.0));
    (real, imaginary)
}

folds_of_two! {
    /// Products of doubles, in two of them.
    ProductF64: f64 => (f64, f64), (1.0, 0.0),
        |state, x| wide_product(state, (x, 0.0)), |a, b| wide_product(a, b);
    /// Products of complex numbers, in doubles.
    ProductC64: Complex<f32> => (f64, f64), (1.0, 0.0),
        |state, x| complex_product(state, (f64::from(x.re), f64::from(x.im))), |a, b| complex_product(a, b);
    /// Products of complex numbers of doubles, each part in two of them.
    ProductC128: Complex<f64> => ((f64, f64), (f64, f64)), ((1.0, 0.0), (0.0, 0.0)),
        |state, x| wide_complex_product(state, ((x.re, 0.0), (x.im, 0.0))),
        |a, b| wide_complex_product(a, b);
}
