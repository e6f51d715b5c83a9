//! Hyperbolic functions: near 0 polynomials, else made of `e^x`.

use super::exponential::power;
use super::{ALL, Single, polynomial, size_within, with_sign_of};
use crate::fused::MultiplyAdd;

/// `(tanh r - r) / r³` of `r²`, up to 5/8.
const TANGENT: [f32; 5] = [
    -0.333_332_8,
    0.133_313_92,
    -0.053_734_545,
    0.020_619_491,
    -0.005_680_502,
];

/// `(sinh r - r) / r³` of `r²`, up to 1.
const SINE: [f32; 4] = [
    0.166_666_67,
    0.008_333_312,
    0.000_198_423_61,
    2.785_779_3e-6,
];

/// `x + c x³`, of a polynomial c of `x²`.
#[inline(always)]
fn odd<A: MultiplyAdd, const N: usize>(coefficients: [f32; N], x: f32) -> f32 {
    let square = x * x;
    A::float(polynomial::<A, N>(coefficients, square) * square, x, x)
}

pub(super) struct Tanh;

impl Single for Tanh {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        // Beyond, the result is 1.
        let magnitude = size_within(x, 10.0);
        let e = power::<A>(2.0 * magnitude).normal();
        let far = 1.0 - 2.0 / (e + 1.0);
        let near = odd::<A, 5>(TANGENT, magnitude);
        // NaN is near.
        with_sign_of(if magnitude >= 0.625 { far } else { near }, x)
    }
}

/// `e^|x| / 2`.
#[inline(always)]
fn half_power<A: MultiplyAdd>(x: f32) -> f32 {
    let power = power::<A>(size_within(x, 90.0));
    let [first, second] = power.scales();
    power.mantissa * first * (0.5 * second)
}

pub(super) struct Sinh;

impl Single for Sinh {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let half = half_power::<A>(x);
        let far = half - 0.25 / half;
        let near = odd::<A, 4>(SINE, x);
        with_sign_of(if x.abs() >= 1.0 { far } else { near }, x)
    }
}

pub(super) struct Cosh;

impl Single for Cosh {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let half = half_power::<A>(x);
        half + 0.25 / half
    }
}
