//! The logistic function, activation functions made of it, and reciprocals of roots.

use super::exponential::{NORMAL, power};
use super::{ALL, Single, with_sign_of, within};
use crate::fused::MultiplyAdd;

pub(super) struct Sigmoid;

impl Single for Sigmoid {
    const USUAL: u32 = NORMAL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let e = power::<A>(-x.abs()).normal();
        over_1_and::<A>(if x < 0.0 { e } else { 1.0 }, e)
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        let e = power::<A>(within(-x.abs(), -105.0, 0.0)).value();
        over_1_and::<A>(if x < 0.0 { e } else { 1.0 }, e)
    }
}

/// Of a unit that goes to 0: NaN at minus infinity.
#[inline(always)]
fn settled(x: f32, value: f32) -> f32 {
    if x == f32::NEG_INFINITY {
        f32::NAN
    } else {
        value
    }
}

/// `part / (1 + e)`, where e is small with what the sum loses.
#[inline(always)]
fn over_1_and<A: MultiplyAdd>(part: f32, e: f32) -> f32 {
    let sum = 1.0 + e;
    let lost = e - (sum - 1.0);
    let quotient = part / sum;
    A::float(-quotient, lost, quotient)
}

pub(super) struct Silu;

impl Single for Silu {
    const USUAL: u32 = 80f32.to_bits();

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let power = power::<A>(-x.abs());
        let part = if x < 0.0 { power.times::<A>(x) } else { x };
        // A sum of zeros has lost the sign.
        with_sign_of(over_1_and::<A>(part, power.normal()), x)
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        let near = within(x, -120.0, 120.0);
        let power = power::<A>(-near.abs());
        let [first, second] = power.scales();
        // A product with the argument before it gets so small that it loses bits.
        let product = A::float(power.less_1, near, near) * first;
        let [part, last] = if x < 0.0 { [product, second] } else { [x, 1.0] };
        let e = power.mantissa * first * second;
        let value = over_1_and::<A>(part, e) * last;
        settled(x, if x > 100.0 { x } else { with_sign_of(value, x) })
    }
}

pub(super) struct Mish;

impl Single for Mish {
    const USUAL: u32 = ALL;

    /// With `e = e^x` and `n = e (e + 2)`: `x n / (n + 2)`.
    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        // Above, the quotient is 1.
        let near = within(x, -120.0, 20.0);
        let power = power::<A>(near);
        let [first, second] = power.scales();
        let scaled = power.mantissa * first;
        let e = scaled * second;
        let n = A::float(scaled, e, 2.0 * scaled);
        // Below 0 with one rounding less; above, numerator and denominator err alike.
        let product = A::float(power.less_1, near, near) * first;
        let product = A::float(product, e, 2.0 * product);
        let [part, last] = if x < 0.0 { [product, 1.0] } else { [n, x] };
        settled(x, part / A::float(n, second, 2.0) * last * second)
    }
}

pub(super) struct Rsqrt;

impl Rsqrt {
    /// Of a normal number.
    #[inline(always)]
    fn of_normal<A: MultiplyAdd>(x: f32) -> f32 {
        let guess = f32::from_bits(0x5f37_5a86 - (x.to_bits() >> 1));
        [(); 2].iter().fold(guess, |y, ()| {
            let rest = A::float(-(x * y), y, 1.0);
            let step = A::float(rest, 0.375, 0.5);
            A::float(y * rest, step, y)
        })
    }
}

impl Single for Rsqrt {
    const USUAL: u32 = 0x7f00_0000 - 0x0180_0000;

    /// From 2^-124 to 2^127.
    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits().wrapping_sub(0x0180_0000)
    }

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        Self::of_normal::<A>(x)
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        let is_usual = Self::key(x) <= Self::USUAL;
        // One operation each, for rare arguments.
        let other = 1.0 / x.sqrt();
        let near = if is_usual { x } else { 1.0 };
        if is_usual {
            Self::of_normal::<A>(near)
        } else {
            other
        }
    }
}
