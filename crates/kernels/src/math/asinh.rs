//! The inverse hyperbolic sine. `asinh(±0)` is `±0`.

use super::hard;
use super::logarithm;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::steps::with_sign_of;
use super::wide::logarithm as wide;
use super::wide::pair::Pair;
use crate::coefficients::LN_2;
use crate::doubles::Doubles;

blocks_f32!("the inverse hyperbolic sine", Asinh);

struct Asinh;

impl Function for Asinh {
    const USUAL: u64 = f32::INFINITY.to_bits() as u64;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ASINH);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let magnitude = x.abs();
        let square = magnitude * magnitude;
        let small = square * square.polynomial(&[-1.0 / 6.0, 3.0 / 40.0, -15.0 / 336.0]);
        let small = small.mul_add(magnitude, magnitude);
        // `root - 1` loses bits beside 0.
        let root = square.plus(1.0).sqrt();
        let value = logarithm::quick_ln_1p(magnitude + root.plus(-1.0));
        magnitude
            .if_below(1.0 / 256.0, small, value)
            .with_sign_of(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let x = f64::from(x);
        let value = Self::of_usual(x);
        if x.abs() < f64::INFINITY { value } else { x }
    }
}

unary_f64!("the inverse hyperbolic sine", wide_of);

#[inline(always)]
fn wide_of(x: f64) -> f64 {
    let magnitude = x.abs();
    let large = magnitude > 268_435_456.0; // 2^28
    let moderate = Pair::new(if large { 1.0 } else { magnitude });
    let square = moderate.times(moderate);
    let root = square.plus(Pair::new(1.0)).sqrt();
    let above = moderate.plus(square.over(root.plus(Pair::new(1.0))));
    let value = wide::ln_1p(above).value();
    let far = wide::ln(magnitude).plus(Pair::of(LN_2)).value();
    let value = if large { far } else { value };
    // The square of what is small underflows.
    let value = if magnitude < 1e-100 { magnitude } else { value };
    with_sign_of(
        if magnitude < f64::INFINITY {
            value
        } else {
            magnitude
        },
        x,
    )
}
