//! The tail of the normal distribution in double, for results in float.

use super::exponential;
use crate::coefficients::NORMAL_TAIL;
use crate::doubles::Doubles;

/// Beyond, the coefficients are not good.
pub(super) const LIMIT: f64 = 13.0;

/// In the middle of the arguments of [`NORMAL_TAIL`], which is a function of `(x - MIDDLE) / (x + MIDDLE)`.
const MIDDLE: f64 = 4.0;

/// `1 - Φ(x)` with the normal distribution Φ, for x from 0 to [`LIMIT`] and half its square, with a relative error below 2^-40.
#[inline(always)]
pub(super) fn tail<D: Doubles>(x: D, half_square: D) -> D {
    let inverse = x.plus(MIDDLE).inverse();
    let u = inverse.times_plus(x.all(-2.0 * MIDDLE), 1.0);
    let power = exponential::fine_inverse_power(half_square);
    power * (u.polynomial(&NORMAL_TAIL) * inverse)
}
