//! The error function and its complement, and what is made of the normal distribution.

use std::f32::consts::SQRT_2;

use super::exponential::{Power, power, power_of_sum};
use super::{ALL, Single, polynomial, size_within, with_sign_of, within};
use crate::fused::MultiplyAdd;

/// Up to here the error function is a polynomial.
const NEAR: f32 = 0.927_734_4;

/// `erf(x) / x - 1` of `x²`, up to [`NEAR`].
const OF_SQUARE: [f32; 7] = [
    0.128_379_17,
    -0.376_126_32,
    0.112_836_77,
    -0.026_858_59,
    0.005_199_304,
    -0.000_812_495_9,
    8.300_236e-5,
];

/// `-ln(erfc(x)) / x - 1` from there on.
const OF_LOGARITHM: [f32; 7] = [
    0.128_652_1,
    0.635_136_13,
    0.106_262_885,
    -0.023_785_206,
    0.003_653_736_8,
    -0.000_325_655_77,
    1.152_357_9e-5,
];

pub(super) struct Erf;

impl Single for Erf {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        // Beyond, the result is 1.
        let magnitude = size_within(x, 4.0);
        let near = A::float(polynomial::<A, 7>(OF_SQUARE, x * x), x, x);
        let logarithm = polynomial::<A, 7>(OF_LOGARITHM, magnitude);
        let logarithm = A::float(logarithm, magnitude, magnitude);
        let far = 1.0 - power::<A>(-logarithm).normal();
        // NaN is near.
        with_sign_of(if magnitude >= NEAR { far } else { near }, x)
    }
}

/// `Φ(-a) e^(a²/2) (a + 3.5)` of `8 / (a + 3.5) - 1.25`, for a from 0 to 14.5.
const TAIL: [f32; 10] = [
    0.800_306_7,
    0.549_341_3,
    0.267_146_77,
    0.081_702_98,
    0.008_180_994,
    -0.004_189_805,
    -0.001_231_494_9,
    0.000_303_184_6,
    0.000_109_904_584,
    -3.168_952e-5,
];

/// `Φ(-a)`, the normal distribution, as a power and a factor of it, of `a + 3.5` and `a² / 2`, in two pieces each.
#[inline(always)]
fn tail<A: MultiplyAdd>([sum, low]: [f32; 2], half_square: [f32; 2]) -> (Power, f32) {
    let quotient = 1.0 / sum;
    let inverse = A::float(-quotient * quotient, low, quotient);
    // What the quotient lacks counts here.
    let t = A::float(quotient, 8.0, -1.25);
    let rest = A::float(-t, sum, A::float(-1.25, sum, 8.0));
    let t = A::float(A::float(-8.0 * quotient, low, rest), quotient, t);
    let power = power_of_sum::<A>(-half_square[0], -half_square[1]);
    (power, polynomial::<A, 10>(TAIL, t) * inverse)
}

pub(super) struct Gelu;

impl Gelu {
    /// `Φ(-a)`.
    #[inline(always)]
    fn tail<A: MultiplyAdd>(a: f32) -> (Power, f32) {
        let sum = a + 3.5;
        let square = a * a;
        let low = A::float(a, a, -square);
        tail::<A>([sum, a - (sum - 3.5)], [0.5 * square, 0.5 * low])
    }
}

impl Single for Gelu {
    // Beyond, results may be subnormal.
    const USUAL: u32 = 12f32.to_bits();

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let (power, factor) = Self::tail::<A>(x.abs());
        let tail = power.times::<A>(factor);
        x * if x < 0.0 { tail } else { 1.0 - tail }
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        // Beyond, nothing is left or all.
        let (power, factor) = Self::tail::<A>(size_within(x, 15.0));
        let [first, second] = power.scales();
        let scaled = A::float(power.less_1, factor, factor) * first;
        // A product with the argument before it gets so small that it loses bits.
        let below = within(x, -15.0, 15.0) * scaled * second;
        let above = x * A::float(-scaled, second, 1.0);
        let value = if x < 0.0 { below } else { above };
        if x == f32::NEG_INFINITY {
            f32::NAN
        } else {
            value
        }
    }
}

pub(super) struct Erfc;

impl Single for Erfc {
    const USUAL: u32 = ALL;

    /// `2 Φ(-√2 x)`.
    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let size = size_within(x, 10.2);
        let square = size * size;
        let low = A::float(size, size, -square);
        // What √2 lacks of its float.
        let rest = 2.420_323_5e-8 * size;
        let sum = A::float(SQRT_2, size, 3.5);
        let sum_low = A::float(SQRT_2, size, 3.5 - sum) + rest;
        let (power, factor) = tail::<A>([sum, sum_low], [square, low]);
        let [first, second] = power.scales();
        let scaled = 2.0 * A::float(power.less_1, factor, factor) * first;
        let positive = scaled * second;
        let negative = A::float(-scaled, second, 2.0);
        if x < 0.0 { negative } else { positive }
    }
}
