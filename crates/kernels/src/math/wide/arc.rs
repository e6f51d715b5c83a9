//! The angle of a point in the first quadrant, in two doubles.

use super::pair::Pair;
use crate::math::coefficients::{ATAN_OF_QUARTERS, ATAN_TAIL, HALF_PI};
use crate::math::steps::polynomial;

/// The angle of the point `(x, y)`, neither of them negative, infinite or NaN, nor both zero, nor near an end of the exponents.
#[inline(always)]
pub(crate) fn angle(y: Pair, x: Pair) -> Pair {
    let steep = y.hi > x.hi;
    let small = Pair::select(steep, x, y);
    let large = Pair::select(steep, y, x);
    // The nearest quarter, and the angle between the two: `tan(a - b) = (tan a - tan b) / (1 + tan a tan b)`.
    let quarter = (4.0 * (small.hi / large.hi)).round_ties_even();
    let tangent = 0.25 * quarter;
    let along = Pair::product(tangent, small.hi);
    let across = Pair::product(tangent, large.hi);
    let numerator = small.minus(Pair {
        hi: across.hi,
        lo: tangent.mul_add(large.lo, across.lo),
    });
    let denominator = large.plus(Pair {
        hi: along.hi,
        lo: tangent.mul_add(small.lo, along.lo),
    });
    let t = numerator.over(denominator);
    let square = t.hi * t.hi;
    let tail = t.hi * square * polynomial(&ATAN_TAIL, square);
    let rest = Pair::ordered(t.hi, t.lo + tail);
    let angle = Pair::of(ATAN_OF_QUARTERS[(quarter as usize).min(4)]).plus(rest);
    Pair::select(steep, Pair::of(HALF_PI).minus(angle), angle)
}
