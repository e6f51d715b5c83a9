//! Sine, cosine and tangent in double for results in float, with a relative error below 2^-42 for any float.

use std::f64::consts::{FRAC_1_PI, FRAC_2_PI};
use std::hint::select_unpredictable;

use super::rounding_test::Exact;
use super::slices::Function;
use super::steps::{TO_INTEGER, polynomial, reciprocal};
use crate::coefficients::{HALF_PI, PI_PAIR, SIN, SIN_PI, TAN, TAN_PI};
use crate::doubles::Doubles;
use crate::nan::WithNanSign;
use crate::sin::turns::TURNS;

/// The biased exponent of the first float that is not moderate: 2^21.
const LARGE: u32 = 127 + 21;

/// `1 / π` in three pieces, less even integers for a large argument.
#[derive(Clone, Copy)]
pub(super) struct Row {
    high: f64,
    middle: f64,
    low: f64,
}

/// An argument in half turns.
pub(super) struct Angle {
    /// Its distance from the nearest integer.
    pub fraction: f64,
    /// The distance of that from a half, towards zero: the cosine is the sine of it.
    pub complement: f64,
    /// The sign bit if the integer is odd.
    pub odd: u64,
    /// True if `fraction` is the larger one.
    pub beyond_quarter: bool,
}

#[inline(always)]
fn angle(x: f64, row: Row) -> Angle {
    // The product is exact, and so is the difference.
    let turned = x * row.high;
    let sum = turned + TO_INTEGER;
    let part = turned - (sum - TO_INTEGER);
    let fraction = x.mul_add(row.low, x.mul_add(row.middle, part));
    // -x with the sign of `part` taken away, as it is from `part`.
    let toward = f64::from_bits(!x.to_bits() & SIGN ^ part.to_bits() & SIGN | x.to_bits() & !SIGN);
    let complement = toward.mul_add(row.low, toward.mul_add(row.middle, 0.5 - part.abs()));
    Angle {
        fraction,
        complement,
        odd: sum.to_bits() << 63,
        beyond_quarter: fraction.abs() > 0.25,
    }
}

const SIGN: u64 = 1 << 63;

#[inline(always)]
fn sin_pi(x: f64) -> f64 {
    x * polynomial(&SIN_PI, x * x)
}

#[inline(always)]
pub(super) fn cos(angle: &Angle) -> f64 {
    f64::from_bits(sin_pi(angle.complement).to_bits() ^ angle.odd)
}

/// The cosine of a moderate argument.
#[inline(always)]
pub(super) fn cos_of_moderate<D: Doubles>(x: D) -> D {
    const NEGATIVE_SIN: [f64; SIN.len()] = {
        let mut negative = SIN;
        let mut i = 0;
        while i < negative.len() {
            negative[i] = -negative[i];
            i += 1;
        }
        negative
    };
    // The nearest odd number of right angles, which is (2n + 1) of them.
    let sum = x.times_plus(x.all(FRAC_1_PI), -0.5).plus(TO_INTEGER);
    let half_turns = sum.plus(-TO_INTEGER).plus(0.5);
    // Beside a zero the first difference is exact.
    let r = half_turns.neg_mul_add(x.all(PI_PAIR[0]), x);
    let r = half_turns.neg_mul_add(x.all(PI_PAIR[1]), r);
    (r * (r * r).polynomial(&NEGATIVE_SIN)).negated_if_odd(sum)
}

/// The tangent of a moderate argument.
#[inline(always)]
pub(super) fn tan_of_moderate<D: Doubles>(x: D) -> D {
    let sum = x.times_plus(x.all(FRAC_2_PI), TO_INTEGER);
    let right_angles = sum.plus(-TO_INTEGER);
    let r = right_angles.neg_mul_add(x.all(HALF_PI[0]), x);
    let r = right_angles.neg_mul_add(x.all(HALF_PI[1]), r);
    let tangent = r * (r * r).polynomial(&TAN);
    sum.if_odd(tangent.divide(x.all(-1.0)), tangent)
}

#[inline(always)]
pub(super) fn tan(angle: &Angle) -> f64 {
    let x = select_unpredictable(angle.beyond_quarter, angle.complement, angle.fraction);
    let tangent = x * polynomial(&TAN_PI, x * x);
    let sign = angle.fraction.to_bits() & SIGN;
    let inverse = f64::from_bits(reciprocal(tangent).to_bits() ^ sign);
    select_unpredictable(angle.beyond_quarter, inverse, tangent)
}

/// A function of an [`Angle`].
pub(super) trait OfAngle {
    /// As [`Function::EXACT`].
    const EXACT: Exact<'static>;

    fn of(angle: &Angle) -> f64;

    /// The function of a moderate argument.
    fn of_moderate<D: Doubles>(x: D) -> D;
}

impl<F: OfAngle> Function for F {
    const USUAL: u64 = (LARGE as u64) << 23;
    const EXACT: Exact<'static> = F::EXACT;

    #[inline(always)]
    fn of_usual<D: Doubles>(x: D) -> D {
        F::of_moderate(x)
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let row = (x.to_bits() >> 23 & 0xff) as usize;
        let row = Row {
            high: TURNS.high[row],
            middle: TURNS.middle[row],
            low: TURNS.low[row],
        };
        let value = F::of(&angle(x.into(), row));
        // What is moderate has the bits that it has among its like.
        let moderate = u64::from(Self::key(x)) < Self::USUAL;
        let value = select_unpredictable(moderate, Self::of_usual(f64::from(x)), value);
        // Which NaN the steps give depends on the instruction set.
        select_unpredictable(x.is_finite(), value, (x * 0.0).made_of([x]).into())
    }
}
