//! High performance: the sine of a float in float.

use std::f32::consts::FRAC_1_PI;

use crate::fused::MultiplyAdd;

/// Up to here [`of_moderate`] serves.
pub const MODERATE: f32 = 131_072.0;

/// π in three pieces, none rounded up: no half turns times a positive piece take no sign from -0.
pub const PI: [f32; 3] = [3.141_592_5, 1.509_957_9e-7, 1.078_060_5e-14];

/// Added and subtracted, it rounds to an integer, whose lowest bits are the lowest bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0; // 1.5 * 2^23

/// The sine of `x`, for `|x| <= MODERATE`.
#[inline(always)]
pub fn of_moderate<A: MultiplyAdd>(x: f32) -> f32 {
    sine::<A>(reduce::<A, 3>(x))
}

/// The number in [-π/2, π/2], or a last bit beside it, that has the sine of `x`; π is that of its first `PIECES`.
#[inline(always)]
fn reduce<A: MultiplyAdd, const PIECES: usize>(x: f32) -> f32 {
    let sum = A::float(x, FRAC_1_PI, TO_INTEGER);
    let half_turns = sum - TO_INTEGER;
    // The first difference is exact: a multiple of the last bit of the piece, below 2.
    let mut reduced = x;
    for piece in &PI[..PIECES] {
        reduced = A::float(-half_turns, *piece, reduced);
    }
    let odd_half_turns = sum.to_bits() << 31;
    f32::from_bits(reduced.to_bits() ^ odd_half_turns)
}

/// Minimax on [0, π/2] by Remez' algorithm, then moved by some last bits to the smallest error of the rounded result.
#[inline(always)]
fn sine<A: MultiplyAdd>(reduced: f32) -> f32 {
    let square = reduced * reduced;
    let sum = 2.612_060_4e-6;
    let sum = A::float(sum, square, -1.981_580_3e-4);
    let sum = A::float(sum, square, 8.333_234e-3);
    let sum = A::float(sum, square, -1.666_667_3e-1);
    let sine = A::float(sum * square, reduced, reduced);
    // The sum has the sign of `reduced` unless it is zero.
    f32::from_bits(sine.to_bits() | reduced.to_bits() & 0x8000_0000)
}

/// The sine of `x`, a widened f16 or bf16, for `|x| <= MODERATE`, good enough to be rounded to 16 bits correctly.
///
/// Three f16 have sines so near the middle between two others that the nearest float is that middle, and rounds to the wrong side.
/// This polynomial errs to the right side there, and no f16 or bf16 shows its other errors, nor that the last piece of π is left
/// out: it was searched for.
#[inline(always)]
pub fn of_moderate_half<A: MultiplyAdd>(x: f32) -> f32 {
    let reduced = reduce::<A, 2>(x);
    let square = reduced * reduced;
    let sum = 2.240_056_1e-6;
    let sum = A::float(sum, square, -1.965_147_1e-4);
    let sum = A::float(sum, square, 8.331_196e-3);
    let sum = A::float(sum, square, -1.666_662_1e-1);
    reduced * A::float(sum, square, 1.0)
}
