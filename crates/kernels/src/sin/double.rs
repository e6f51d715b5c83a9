//! High precision: the sine of a float in double, rounded once.
//!
//! The result is the correctly rounded one for every float. That is a statement about 2^32 inputs, not about an error bound: the
//! double is off by less than five of its units, and the long run of `tests/sin_accuracy.rs` shows that none is rounded to the
//! wrong side. It holds for both kinds of arithmetic, both reductions and both polynomials, so all of them give the same bits.

use std::array::from_fn;
use std::f64::consts::{FRAC_1_PI, PI};

use super::turns::TURNS;
use crate::doubles::TO_INTEGER;
use crate::fused::MultiplyAdd;

/// Up to here [`of_moderate`] serves.
pub const MODERATE: f32 = 1_073_741_824.0;

/// π - `PI`.
const PI_LOW: f64 = 1.224_646_799_147_353_2e-16;

/// The sine of each element, for `|x| <= MODERATE`; needs [`MultiplyAdd`] with one rounding.
///
/// Step by step over all elements, rather than element by element: each operation waits for the one before it, and a processor
/// looks ahead to one or two other vectors only.
#[inline(always)]
pub fn of_moderate<A: MultiplyAdd, const N: usize>(src: &[f32; N], dst: &mut [f32; N]) {
    let x: [f64; N] = from_fn(|i| f64::from(src[i]));
    let sum: [f64; N] = from_fn(|i| A::double(x[i], FRAC_1_PI, TO_INTEGER));
    let half_turns: [f64; N] = from_fn(|i| sum[i] - TO_INTEGER);
    // Exact: a multiple of the last bit of `PI`, below 2.
    let reduced: [f64; N] = from_fn(|i| A::double(-half_turns[i], PI, x[i]));
    let reduced: [f64; N] = from_fn(|i| A::double(-half_turns[i], PI_LOW, reduced[i]));
    let reduced: [f64; N] = from_fn(|i| turned(reduced[i], sum[i]));
    let sine_over = adapted_sine_over::<A, N>(from_fn(|i| reduced[i] * reduced[i]));
    for i in 0..N {
        // A product at last: a sum would take the sign from -0.
        dst[i] = (reduced[i] * sine_over[i]) as f32;
    }
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
    let reduced = turned(reduced, sum);
    (reduced * sine_over::<A>(reduced * reduced)) as f32
}

/// `reduced`, with its sign changed if the integer in the lowest bits of `sum` is odd.
#[inline(always)]
fn turned(reduced: f64, sum: f64) -> f64 {
    let odd_half_turns = sum.to_bits() << 63;
    f64::from_bits(reduced.to_bits() ^ odd_half_turns)
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

/// As [`sine_over`], in fewer multiplications and with another error, which has the right sign at the 20 of those
/// floats that are up to [`MODERATE`].
///
/// Horner's rule takes a multiplication for each coefficient, and a vector unit has fewer places for them than for additions. So
/// this is `1 - square * q`, with `q` of degree 6 by adapted coefficients (D. Knuth, "The Art of Computer Programming", volume 2,
/// section 4.6.4): `q = (w + z + c5) * w + c6`, where `z` is quadratic, `w` is cubic, and both share their first step. In his form
/// a factor of 1 relates the shared step in `z` to that in `w`, which here would cost 15 bits by cancellation; with 32 it costs
/// none.
#[inline(always)]
fn adapted_sine_over<A: MultiplyAdd, const N: usize>(square: [f64; N]) -> [f64; N] {
    const C: [f64; 7] = [
        0.00016380698233607366,
        -0.004353461040346284,
        2.1999813384099585,
        -0.791864505678752,
        1.4354004513856182,
        -1.6795942993376838,
        0.10977653316047749,
    ];
    let shared: [f64; N] = from_fn(|i| A::double(square[i], C[0], C[1]));
    let z: [f64; N] = from_fn(|i| A::double(shared[i], square[i], C[2]));
    let factor: [f64; N] = from_fn(|i| times_32(shared[i]) + C[3]);
    let w: [f64; N] = from_fn(|i| A::double(factor[i], z[i], C[4]));
    let q: [f64; N] = from_fn(|i| A::double(w[i] + (z[i] + C[5]), w[i], C[6]));
    from_fn(|i| A::double(-square[i], q[i], 1.0))
}

/// `32 * x`, for what is neither small nor large: by its exponent, which takes no place of a multiplication.
#[inline(always)]
fn times_32(x: f64) -> f64 {
    f64::from_bits(x.to_bits().wrapping_add(5 << 52))
}
