//! The angle of a point in the first quadrant, in two doubles.

use super::pair::Pair;
use crate::coefficients::{ATAN_OF_SIXTEENTHS, ATAN_TAIL, HALF_PI};
use crate::math::steps::{TO_INTEGER, polynomial};

/// The angle of the point `(x, y)`, neither of them negative, infinite or NaN, nor both zero, nor near an end of the exponents.
#[inline(always)]
pub(crate) fn angle(y: Pair, x: Pair) -> Pair {
    let steep = y.hi > x.hi;
    let small = Pair::select(steep, x, y);
    let large = Pair::select(steep, y, x);
    // The nearest sixteenth, and the angle between the two: `tan(a - b) = (tan a - tan b) / (1 + tan a tan b)`.
    let sum = (16.0 * (small.hi / large.hi)) + TO_INTEGER;
    let tangent = 0.0625 * (sum - TO_INTEGER);
    let sixteenths = sum.to_bits() & 31;
    // Of NaN, too, an entry is read.
    let sixteenths = if sixteenths > 16 { 16 } else { sixteenths };
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
    let rest = Pair::ordered_sum(t.hi, t.lo + tail);
    let angle = Pair::of(ATAN_OF_SIXTEENTHS[sixteenths as usize]).plus(rest);
    Pair::select(steep, Pair::of(HALF_PI).minus(angle), angle)
}
