//! High performance: the sine of a float in float.

use std::f32::consts::FRAC_1_PI;

use crate::kernels::fused::MultiplyAdd;

/// Up to here [`of_moderate`] serves.
pub const MODERATE: f32 = 131_072.0;

/// π in three pieces, none rounded up: no half turns times a positive piece take no sign from -0.
const PI: [f32; 3] = [3.141_592_5, 1.509_957_9e-7, 1.078_060_5e-14];

/// Added and subtracted, it rounds to an integer, whose lowest bits are the lowest bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0; // 1.5 * 2^23

/// The sine of `x`, for `|x| <= MODERATE`. Infinities and NaN give NaN.
#[inline(always)]
pub fn of_moderate<A: MultiplyAdd>(x: f32) -> f32 {
    let sum = A::float(x, FRAC_1_PI, TO_INTEGER);
    let half_turns = sum - TO_INTEGER;
    // Exact: a multiple of the last bit of the piece, below 2.
    let reduced = A::float(-half_turns, PI[0], x);
    let reduced = A::float(-half_turns, PI[1], reduced);
    let reduced = A::float(-half_turns, PI[2], reduced);
    let odd_half_turns = sum.to_bits() << 31;
    let reduced = f32::from_bits(reduced.to_bits() ^ odd_half_turns);
    let square = reduced * reduced;
    // Minimax on [0, π/2] by Remez' algorithm, then moved by single bits: to a smaller error of the rounded result, none
    // above 1, and none that bf16 would show.
    let sum = 2.600_083_5e-6;
    let sum = A::float(sum, square, -1.980_723e-4);
    let sum = A::float(sum, square, 8.333_029e-3);
    let sum = A::float(sum, square, -1.666_665_7e-1);
    let sine = A::float(sum * square, reduced, reduced);
    // The sum has the sign of `reduced` unless it is zero.
    f32::from_bits(sine.to_bits() | reduced.to_bits() & 0x8000_0000)
}
