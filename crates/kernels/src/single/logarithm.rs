//! Logarithms: `ln x = n ln 2 + ln(1 + f)` with `1 + f` from 2/3 to 4/3, or, where powers of 2 count, from `√½` to `√2`.

use std::f32::consts::{FRAC_1_SQRT_2, LN_2};

use super::exponential::power;
use super::{ALL, Single, polynomial, within};
use crate::fused::MultiplyAdd;

/// `(ln(1 + f) - f) / f²` from -1/3 to 1/3.
const NEAR_1: [f32; 9] = [
    -0.5,
    0.333_332_24,
    -0.249_996_96,
    0.200_100_44,
    -0.166_851_41,
    0.140_107_94,
    -0.121_195_51,
    0.139_635_4,
    -0.131_726_97,
];

/// The same from `√½ - 1` to `√2 - 1`.
const BETWEEN_ROOTS: [f32; 9] = [
    -0.5,
    0.333_333_16,
    -0.250_008_17,
    0.200_022_94,
    -0.166_243_18,
    0.141_810_72,
    -0.131_311_54,
    0.128_829_09,
    -0.078_541_25,
];

/// The difference of ln 2 and its float.
const LN_2_LOW: f32 = -1.904_654_3e-9;

/// `x = 2^n (1 + f)`, of a normal number: n and f. `1 + f` is at least `least`.
#[inline(always)]
fn split(x: f32, least: f32) -> (f32, f32) {
    let exponent = x.to_bits().wrapping_sub(least.to_bits()) & 0xff80_0000;
    let f = f32::from_bits(x.to_bits().wrapping_sub(exponent)) - 1.0;
    ((exponent as i32 >> 23) as f32, f)
}

/// As [`split`], of any number above 0.
#[inline(always)]
fn split_any(x: f32, least: f32) -> (f32, f32) {
    const TO_NORMAL: f32 = 8_388_608.0;
    let is_subnormal = x < f32::MIN_POSITIVE;
    let (n, f) = split(if is_subnormal { x * TO_NORMAL } else { x }, least);
    (if is_subnormal { n - 23.0 } else { n }, f)
}

/// `value`, a logarithm of `x`, but for what has none.
#[inline(always)]
fn settled(x: f32, value: f32) -> f32 {
    let value = if x == f32::INFINITY { x } else { value };
    let value = if x == 0.0 { f32::NEG_INFINITY } else { value };
    // Of a NaN itself, quiet.
    if x >= 0.0 { value } else { (x * 0.0) / 0.0 }
}

/// The key of a number of which there is a logarithm, and that is normal: NORMAL at most.
#[inline(always)]
fn key_of_positive(x: f32) -> u32 {
    x.to_bits().wrapping_sub(f32::MIN_POSITIVE.to_bits())
}

const NORMAL: u32 = f32::MAX.to_bits() - f32::MIN_POSITIVE.to_bits();

/// `n ln 2 + ln(1 + f)`.
#[inline(always)]
fn natural<A: MultiplyAdd>((n, f): (f32, f32)) -> f32 {
    let rest = A::float(f * f, polynomial::<A, 9>(NEAR_1, f), n * LN_2_LOW);
    A::float(n, LN_2, f + rest)
}

pub(super) struct Log;

impl Single for Log {
    const USUAL: u32 = NORMAL;

    #[inline(always)]
    fn key(x: f32) -> u32 {
        key_of_positive(x)
    }

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        natural::<A>(split(x, 2.0 / 3.0))
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        settled(x, natural::<A>(split_any(x, 2.0 / 3.0)))
    }
}

/// `n unit + ln(1 + f) factor`, of numbers in two pieces.
#[inline(always)]
fn with_base<A: MultiplyAdd>((n, f): (f32, f32), unit: [f32; 2], factor: [f32; 2]) -> f32 {
    let rest = f * f * polynomial::<A, 9>(BETWEEN_ROOTS, f);
    let low = A::float(f, factor[1], n * unit[1]);
    let low = A::float(rest, factor[0], low);
    let high = n * unit[0];
    // The larger one first.
    let sum = A::float(f, factor[0], high);
    let lost = A::float(f, factor[0], high - sum);
    sum + (low + lost)
}

macro_rules! bases {
    ($($function:ident: $unit:expr, $factor:expr;)+) => {$(
        pub(super) struct $function;

        impl Single for $function {
            const USUAL: u32 = NORMAL;

            #[inline(always)]
            fn key(x: f32) -> u32 {
                key_of_positive(x)
            }

            #[inline(always)]
            fn usual<A: MultiplyAdd>(x: f32) -> f32 {
                with_base::<A>(split(x, FRAC_1_SQRT_2), $unit, $factor)
            }

            #[inline(always)]
            fn any<A: MultiplyAdd>(x: f32) -> f32 {
                settled(x, with_base::<A>(split_any(x, FRAC_1_SQRT_2), $unit, $factor))
            }
        }
    )+};
}

bases! {
    Log2: [1.0, 0.0], [1.442_695, 1.925_963e-8];
    // Of log10(2) as many bits as leave a product with an exponent exact.
    Log10: [0.301_025_39, 4.605_039e-6], [0.434_294_5, -1.010_305_02e-8];
}

pub(super) struct Log1p;

impl Log1p {
    /// `n` and `f` of `1 + x`, for `x` from -1, without it, to the largest number.
    #[inline(always)]
    fn split<A: MultiplyAdd>(x: f32) -> (f32, f32) {
        let (sum, least) = (1.0 + x, 2.0f32 / 3.0);
        let exponent = sum.to_bits().wrapping_sub(least.to_bits()) & 0xff80_0000;
        // 2^-n.
        let scale = f32::from_bits(1f32.to_bits().wrapping_sub(exponent));
        let f = A::float(x, scale, scale - 1.0);
        ((exponent as i32 >> 23) as f32, f)
    }
}

impl Single for Log1p {
    /// From -0.99 to 2^126: a key is larger for what is negative.
    const USUAL: u32 = 1 << 31;

    #[inline(always)]
    fn key(x: f32) -> u32 {
        let is_usual = (x > -0.99) & (x < 8.507_059e37);
        if is_usual { 0 } else { u32::MAX }
    }

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let value = natural::<A>(Self::split::<A>(x));
        // Of -0 a sum is 0.
        if x == 0.0 { x } else { value }
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        let is_large = x > 8.507_059e37;
        let (n, f) = Self::split::<A>(if is_large { x * 0.25 } else { x });
        let value = natural::<A>((if is_large { n + 2.0 } else { n }, f));
        let value = if x == 0.0 { x } else { value };
        let value = if x == f32::INFINITY { x } else { value };
        let value = if x == -1.0 { f32::NEG_INFINITY } else { value };
        if x >= -1.0 { value } else { (x * 0.0) / 0.0 }
    }
}

/// `max(x, 0) + ln(1 + e^-|x|)`.
#[inline(always)]
fn of_power<A: MultiplyAdd>(x: f32) -> f32 {
    let e = power::<A>(within(-x.abs(), -105.0, 0.0)).value();
    let is_large = e > 1.0 / 3.0;
    let half = A::float(0.5, e, -0.5);
    let (n, f) = if is_large { (LN_2, half) } else { (0.0, e) };
    let rest = f * f * polynomial::<A, 9>(NEAR_1, f);
    let positive = if x > 0.0 { x } else { 0.0 };
    let value = positive + (n + (f + rest));
    // The larger argument of a comparison with NaN is not NaN.
    if x.is_nan() { x + x } else { value }
}

pub(super) struct Softplus;

impl Single for Softplus {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        of_power::<A>(x)
    }
}

pub(super) struct Logsigmoid;

impl Single for Logsigmoid {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        -of_power::<A>(-x)
    }
}
