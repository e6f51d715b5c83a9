//! Trigonometric functions. Large arguments, which need more bits of π, are those of [`crate::math`].

use std::f32::consts::{FRAC_1_PI, FRAC_2_PI, FRAC_PI_2};

use super::{ALL, Single, TO_INTEGER, polynomial, with_sign_of};
use crate::fused::MultiplyAdd;
use crate::math;
use crate::simd::Loops;
use crate::sin::{MODERATE, PI};

/// Writes the function of a block: in float where arguments are moderate, else by `exact`.
#[inline(always)]
fn mixed<F: Single, A: MultiplyAdd>(
    x: &[f32],
    y: &mut [f32],
    exact: fn(&[f32], &mut [f32]),
    loops: Loops,
) {
    exact(x, y);
    for (&x, y) in x.iter().zip(y) {
        loops.step();
        let moderate = F::usual::<A>(x);
        *y = if x.abs() <= MODERATE { moderate } else { *y };
    }
}

/// `(sin r - r) / r³` of `r²`, up to π/2.
const SINE: [f32; 5] = [
    -0.166_666_67,
    0.008_333_35,
    -0.000_198_431_02,
    2.762_816_8e-6,
    -2.553_544_4e-8,
];

pub(super) struct Cos;

impl Single for Cos {
    const USUAL: u32 = MODERATE.to_bits();

    /// `cos((n + ½) π + r) = ∓sin r`, for even and odd n.
    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let sum = A::float(x, FRAC_1_PI, -0.5) + TO_INTEGER;
        let half_turns = (sum - TO_INTEGER) + 0.5;
        let mut reduced = x;
        for piece in PI {
            reduced = A::float(-half_turns, piece, reduced);
        }
        let even = !sum.to_bits() << 31;
        let r = f32::from_bits(reduced.to_bits() ^ even);
        let square = r * r;
        let cube = polynomial::<A, 5>(SINE, square) * square;
        A::float(cube, r, r)
    }

    #[inline(always)]
    fn any_of_block<A: MultiplyAdd>(x: &[f32], y: &mut [f32], loops: Loops) {
        mixed::<Self, A>(x, y, math::cos::f32, loops);
    }
}

/// `(tan r - r) / r³` of `r²`, up to π/4.
const TANGENT: [f32; 7] = [
    0.333_333_52,
    0.133_325_9,
    0.054_067_265,
    0.021_247_678,
    0.010_918_429,
    -8.305_263e-6,
    0.004_421_762,
];

pub(super) struct Tan;

impl Single for Tan {
    const USUAL: u32 = MODERATE.to_bits();

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let sum = A::float(x, FRAC_2_PI, TO_INTEGER);
        let quarter_turns = sum - TO_INTEGER;
        // The first difference is exact; what the second one loses counts where a result is large.
        let first = A::float(-quarter_turns, 0.5 * PI[0], x);
        let second = quarter_turns * (0.5 * PI[1]);
        let r = first - second;
        let lost = A::float(-quarter_turns, 0.5 * PI[1], second) + ((first - r) - second);
        let low = A::float(-quarter_turns, 0.5 * PI[2], lost);
        let square = r * r;
        let cube = polynomial::<A, 7>(TANGENT, square) * square;
        let tangent = r + A::float(cube, r, low);
        let is_odd = sum.to_bits() & 1 == 1;
        // Of -0 the sum is 0.
        let tangent = if r == 0.0 { r } else { tangent };
        if is_odd { -1.0 / tangent } else { tangent }
    }

    #[inline(always)]
    fn any_of_block<A: MultiplyAdd>(x: &[f32], y: &mut [f32], loops: Loops) {
        mixed::<Self, A>(x, y, math::tan::f32, loops);
    }
}

/// `(atan r - r) / r³` of `r²`, up to 1.
const INVERSE: [f32; 9] = [
    -0.333_333_02,
    0.199_986_28,
    -0.142_651_23,
    0.109_569_035,
    -0.084_174_216,
    0.058_198_638,
    -0.031_418_99,
    0.011_044_256,
    -0.001_822_596_2,
];

pub(super) struct Atan;

impl Single for Atan {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let magnitude = x.abs();
        let is_large = magnitude > 1.0;
        let inverse = 1.0 / magnitude;
        let r = if is_large { inverse } else { magnitude };
        let square = r * r;
        let cube = polynomial::<A, 9>(INVERSE, square) * square;
        let small = A::float(cube, r, r);
        // What π/2 lacks of its float.
        let large = FRAC_PI_2 - (small + 4.371_139e-8);
        with_sign_of(if is_large { large } else { small }, x)
    }
}
