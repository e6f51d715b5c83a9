//! High precision: the sine of a float in double, rounded once.
//!
//! The result is the correctly rounded one for every float. That is a statement about 2^32 inputs, not about an error bound: the
//! double is off by less than five of its units, and the long run of `tests/sin_accuracy.rs` shows that none is rounded to the
//! wrong side. It holds for both kinds of arithmetic and for both reductions, so all of them give the same bits.

use std::f64::consts::{FRAC_1_PI, PI};

use super::turns::TURNS;
use crate::kernels::fused::MultiplyAdd;

/// Up to here [`of_moderate`] serves.
pub const MODERATE: f32 = 1_073_741_824.0;

/// π - `PI`.
const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;

/// Added and subtracted, it rounds to an integer, whose lowest bits are the lowest bits of the sum.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0; // 1.5 * 2^52

/// The sine of `x`, for `|x| <= MODERATE`; needs [`MultiplyAdd`] with one rounding.
#[inline(always)]
pub fn of_moderate<A: MultiplyAdd>(x: f32) -> f32 {
    let x = f64::from(x);
    let sum = A::double(x, FRAC_1_PI, TO_INTEGER);
    let half_turns = sum - TO_INTEGER;
    // Exact: a multiple of the last bit of `PI`, below 2.
    let reduced = A::double(-half_turns, PI, x);
    let reduced = A::double(-half_turns, PI_LOW, reduced);
    finish::<A>(reduced, sum)
}

/// The sine of any `x`; infinities and NaN give NaN.
#[inline(always)]
pub fn of_any<A: MultiplyAdd>(x: f32) -> f32 {
    let exponent = (x.to_bits() >> 23 & 0xff) as usize;
    let x = f64::from(x);
    // The first two products are exact, and so is the difference.
    let turned = x * TURNS.high[exponent];
    let sum = turned + TO_INTEGER;
    let fraction = turned - (sum - TO_INTEGER);
    let fraction = fraction + x * TURNS.middle[exponent];
    let fraction = A::double(x, TURNS.low[exponent], fraction);
    finish::<A>(fraction * PI, sum)
}

/// The sine of `reduced` plus a half turn for each of the integer in the lowest bits of `sum`.
#[inline(always)]
fn finish<A: MultiplyAdd>(reduced: f64, sum: f64) -> f32 {
    let odd_half_turns = sum.to_bits() << 63;
    let reduced = f64::from_bits(reduced.to_bits() ^ odd_half_turns);
    // A product at last: a sum would take the sign from -0.
    (reduced * sine_over::<A>(reduced * reduced)) as f32
}

/// `sin(√square) / √square` on [0, π/2], with a relative error below 2^-51 before rounding.
///
/// A sine of a float may lie so near the middle between two floats that even the nearest double is that middle, and rounds to the
/// wrong side: that of 9830.3984375 does. So the polynomial is not the nearest one, but, among those near it, one whose error has
/// the right sign where it counts: at the 81 floats whose sines are within 16 units of a double from a middle.
#[inline(always)]
fn sine_over<A: MultiplyAdd>(square: f64) -> f64 {
    let sum = -7.377002448027946e-13;
    let sum = A::double(sum, square, 1.604843017120673e-10);
    let sum = A::double(sum, square, -2.505189263667477e-8);
    let sum = A::double(sum, square, 2.7557316835157787e-6);
    let sum = A::double(sum, square, -0.0001984126982745262);
    let sum = A::double(sum, square, 0.008333333333297863);
    let sum = A::double(sum, square, -0.1666666666666642);
    A::double(sum, square, 1.0)
}
