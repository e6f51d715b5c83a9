//! The inverse cosine, in radians. NaN beyond `±1`.

use std::f64::consts::{FRAC_PI_2, PI};

use super::asin::{beside, part};
use super::hard;
use super::rounding_test::Exact;
use super::slices::{Function, blocks_f32, unary_f64};
use super::wide::arc;
use super::wide::pair::Pair;
use crate::coefficients::HALF_PI;
use crate::doubles::Doubles;

blocks_f32!("the inverse cosine", Acos);

struct Acos;

impl Function for Acos {
    const USUAL: u64 = 1f32.to_bits() as u64 + 1;

    const EXACT: Exact<'static> = Exact::new(&f64, hard::ACOS);

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        let magnitude = x.abs();
        let part = part(magnitude);
        let small = x.all(FRAC_PI_2) - part.with_sign_of(x);
        let twice = part + part;
        let large = x.if_below(0.0, x.all(PI) - twice, twice);
        magnitude.if_below(0.5, small, large)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        // The root of a negative number is a NaN whose sign the instruction set chooses.
        if x.abs() > 1.0 {
            return f64::NAN;
        }
        Self::of_usual(f64::from(x))
    }
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
