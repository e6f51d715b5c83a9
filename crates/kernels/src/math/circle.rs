//! Sine, cosine and tangent in double for results in float, with a relative error below 2^-42 for any float.

use std::hint::select_unpredictable;

use super::coefficients::{SIN_PI, TAN_PI};
use super::slices::Function;
use super::steps::{TO_INTEGER, polynomial, reciprocal};
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

/// The row of all moderate arguments.
const MODERATE: Row = Row {
    high: TURNS.high[0],
    middle: TURNS.middle[0],
    low: TURNS.low[0],
};

/// An argument in half turns.
pub(super) struct Angle {
    /// Its distance from the nearest integer.
    pub fraction: f64,
    /// The distance of that from a half, towards zero: the cosine is the sine of it.
    pub complement: f64,
    /// The sign bit if the integer is odd.
    pub odd: u64,
    /// Whether `fraction` is the larger one.
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
    fn of(angle: &Angle) -> f64;
}

impl<F: OfAngle> Function for F {
    #[inline(always)]
    fn is_usual(x: f32) -> bool {
        x.to_bits() & 0x7fff_ffff < LARGE << 23
    }

    #[inline(always)]
    fn of_usual(x: f32) -> f64 {
        F::of(&angle(x.into(), MODERATE))
    }

    #[inline(always)]
    fn of_any(x: f32) -> f64 {
        let exponent = x.to_bits() >> 23 & 0xff;
        // What is moderate takes the same way as among its like, to the same bits.
        let row = if exponent < LARGE {
            0
        } else {
            exponent as usize
        };
        let row = Row {
            high: TURNS.high[row],
            middle: TURNS.middle[row],
            low: TURNS.low[row],
        };
        // Which NaN the steps give depends on the instruction set.
        let value = F::of(&angle(x.into(), row));
        select_unpredictable(x.is_finite(), value, (x * 0.0).into())
    }
}
