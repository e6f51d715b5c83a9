//! Exponentials: `e^x = 2^n e^r` with `|r| <= ln 2 / 2`.

use std::f32::consts::LOG2_E;

use super::{ALL, Single, TO_INTEGER, polynomial, power_of_2, with_sign_of, within};
use crate::fused::MultiplyAdd;

/// ln 2 in two pieces.
const LN_2: [f32; 2] = [0.693_147_2, -1.904_654_3e-9];

/// Up to here results are normal numbers: the key of 87.
pub(super) const NORMAL: u32 = 87f32.to_bits();

/// `(e^r - 1 - r) / r²`, for what is added to 1.
const POWER: [f32; 5] = [
    0.5,
    0.166_665_18,
    0.041_666_437,
    0.008_368_975_5,
    0.001_393_750_9,
];

/// The same, for what stands alone.
const LESS_1: [f32; 6] = [
    0.5,
    0.166_666_67,
    0.041_666_48,
    0.008_333_191,
    0.001_393_339_9,
    0.000_199_592_47,
];

/// `(2^r - 1) / r`.
const POWER_OF_2: [f32; 6] = [
    0.693_147_2,
    0.240_226_5,
    0.055_503_588,
    0.009_618_074,
    0.001_339_135,
    0.000_154_580_46,
];

/// `2^n` times a number near 1.
pub(super) struct Power {
    /// From 0.7 to 1.42.
    pub mantissa: f32,
    /// The mantissa less 1, with bits of its own.
    pub less_1: f32,
    /// 2^22 and n in its lowest bits.
    sum: f32,
}

impl Power {
    /// `n`.
    #[inline(always)]
    pub fn exponent(&self) -> i32 {
        self.sum.to_bits().wrapping_sub(TO_INTEGER.to_bits()) as i32
    }

    /// The value, a normal number.
    #[inline(always)]
    pub fn normal(&self) -> f32 {
        f32::from_bits(
            self.mantissa
                .to_bits()
                .wrapping_add(self.sum.to_bits() << 23),
        )
    }

    /// The value, a normal number, times `x`.
    #[inline(always)]
    pub fn times<A: MultiplyAdd>(&self, x: f32) -> f32 {
        A::float(self.less_1, x, x) * power_of_2(self.exponent())
    }

    /// Two powers of 2 whose product is `2^n`, for n from -252 to 254.
    #[inline(always)]
    pub fn scales(&self) -> [f32; 2] {
        let n = self.exponent();
        let half = n >> 1;
        [power_of_2(half), power_of_2(n - half)]
    }

    /// The value, rounded where it is subnormal.
    #[inline(always)]
    pub fn value(&self) -> f32 {
        let [first, second] = self.scales();
        self.mantissa * first * second
    }
}

/// The number nearest to 0 that differs from `x` by a multiple of ln 2, and that multiple.
#[inline(always)]
fn reduce<A: MultiplyAdd>(x: f32) -> (f32, f32) {
    let sum = A::float(x, LOG2_E, TO_INTEGER);
    let n = sum - TO_INTEGER;
    // The first difference is exact.
    let r = A::float(-n, LN_2[1], A::float(-n, LN_2[0], x));
    (r, sum)
}

/// `e^x`, of a moderate argument.
#[inline(always)]
pub(super) fn power<A: MultiplyAdd>(x: f32) -> Power {
    power_of_sum::<A>(x, 0.0)
}

/// `e^(x + low)`.
#[inline(always)]
pub(super) fn power_of_sum<A: MultiplyAdd>(x: f32, low: f32) -> Power {
    let (r, sum) = reduce::<A>(x);
    let r = r + low;
    let inner = A::float(polynomial::<A, 5>(POWER, r), r, 1.0);
    Power {
        mantissa: A::float(inner, r, 1.0),
        less_1: inner * r,
        sum,
    }
}

/// `e^r - 1` and n, where `e^x = 2^n e^r`.
#[inline(always)]
pub(super) fn less_1<A: MultiplyAdd>(x: f32) -> (f32, i32) {
    let (r, sum) = reduce::<A>(x);
    let value = A::float(r * r, polynomial::<A, 6>(LESS_1, r), r);
    let n = sum.to_bits().wrapping_sub(TO_INTEGER.to_bits()) as i32;
    (value, n)
}

pub(super) struct Exp;

impl Single for Exp {
    const USUAL: u32 = NORMAL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        power::<A>(x).normal()
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        // Beyond, the result is nothing or too large.
        power::<A>(within(x, -105.0, 89.0)).value()
    }
}

pub(super) struct Exp2;

impl Exp2 {
    #[inline(always)]
    fn power<A: MultiplyAdd>(x: f32) -> Power {
        let sum = x + TO_INTEGER;
        let r = x - (sum - TO_INTEGER);
        let inner = polynomial::<A, 6>(POWER_OF_2, r);
        Power {
            mantissa: A::float(inner, r, 1.0),
            less_1: inner * r,
            sum,
        }
    }
}

impl Single for Exp2 {
    const USUAL: u32 = 125f32.to_bits();

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        Self::power::<A>(x).normal()
    }

    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        Self::power::<A>(within(x, -151.0, 129.0)).value()
    }
}

pub(super) struct Expm1;

impl Single for Expm1 {
    const USUAL: u32 = ALL;

    #[inline(always)]
    fn usual<A: MultiplyAdd>(x: f32) -> f32 {
        let (value, n) = less_1::<A>(within(x, -20.0, 89.0));
        // The largest power of all is no number.
        let (n, last) = if n > 127 { (127, 2.0) } else { (n, 1.0) };
        let scale = power_of_2(n);
        with_sign_of(A::float(scale, value, scale - 1.0) * last, x)
    }
}
