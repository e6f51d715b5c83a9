//! ln|Γ(x)| of a float in double, with a bound on the error: one branch-free formula for each of three regimes.

use super::super::coefficients::{BINET, CORE, LOG, SINE};
use crate::doubles::TO_INTEGER;
use crate::fused::MultiplyAdd;

/// The bound on the error of the evaluation in double, relative to the sum of the magnitudes of its terms. The
/// polynomials are good for 2^-43; a test looks at the actual error.
const BOUND: f64 = f64::from_bits((1023 - 40) << 52);

/// Start of the outer regimes, on both sides.
pub(super) const EDGE: f32 = 2.5;

/// A result in double that stands for everything between two numbers.
pub(super) struct Enclosure {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Enclosure {
    /// `value` where the magnitudes of the terms that made it add up to `size`.
    #[inline(always)]
    fn about<A: MultiplyAdd>(value: f64, size: f64) -> Self {
        Self {
            low: A::double(size, -BOUND, value),
            high: A::double(size, BOUND, value),
        }
    }
}

/// A set of arguments with a formula of its own.
pub(super) trait Regime {
    /// An argument of the regime whose result is decided.
    const SAMPLE: f32;

    /// Encloses ln|Γ(x)|.
    fn evaluate<A: MultiplyAdd>(x: f32) -> Enclosure;
}

/// -2.5 < x < 2.5. With n the nearest integer and t = x - n, ln Γ(2 + t) is t times a polynomial, and the recurrence
/// Γ(x + 1) = xΓ(x) leads from 2 + t down to x: ln|Γ(x)| = ln Γ(2 + t) - ln|x(x + 1)…(1 + t)|.
///
/// NaN and +inf belong here, too: they decide nothing.
pub(super) struct Inner;

impl Regime for Inner {
    const SAMPLE: f32 = 1.0;

    #[inline(always)]
    fn evaluate<A: MultiplyAdd>(x: f32) -> Enclosure {
        let x = f64::from(x);
        let nearest = round(x);
        let t = x - nearest;
        let core = t * polynomial::<A, 14>(&CORE, t);
        let mut product = if nearest < 1.5 { x } else { 1.0 };
        product = if nearest < 0.5 {
            product * (x + 1.0)
        } else {
            product
        };
        product = if nearest < -0.5 {
            product * (x + 2.0)
        } else {
            product
        };
        product = if nearest < -1.5 {
            product * (x + 3.0)
        } else {
            product
        };
        let log = ln::<A>(product.abs());
        let value = if product == 0.0 {
            f64::INFINITY
        } else {
            core - log
        };
        Enclosure::about::<A>(value, core.abs() + log.abs())
    }
}

/// 2.5 <= x < inf: (x - 1/2) ln x - x + ln(2π)/2 + B(x⁻²)/x. B is fitted, not asymptotic, so that it reaches down to 2.5.
pub(super) struct Right;

impl Regime for Right {
    const SAMPLE: f32 = 3.0;

    #[inline(always)]
    fn evaluate<A: MultiplyAdd>(x: f32) -> Enclosure {
        let x = f64::from(x);
        let value = A::double(x - 0.5, ln::<A>(x), stirling_tail::<A>(x));
        Enclosure {
            low: value * (1.0 - BOUND),
            high: value * (1.0 + BOUND),
        }
    }
}

/// x <= -2.5: reflection, ln|Γ(-u)| = -ln(u |sin(πf)| / π) - ln Γ(u), with f the distance from u to the nearest integer.
///
/// Beside a zero the terms cancel, the bound stays and the result shrinks: such an element is left undecided.
pub(super) struct Left;

impl Regime for Left {
    const SAMPLE: f32 = -2.5;

    #[inline(always)]
    fn evaluate<A: MultiplyAdd>(x: f32) -> Enclosure {
        // From 2^23 on all floats are integers.
        let u = f64::from(-x);
        let u = if u < 8_388_608.0 { u } else { 8_388_608.0 };
        let fraction = u - round(u);
        let sine = fraction.abs() * polynomial::<A, 7>(&SINE, fraction * fraction);
        let log_sine = ln::<A>(sine * u);
        let positive = A::double(u - 0.5, ln::<A>(u), stirling_tail::<A>(u));
        let value = if fraction == 0.0 {
            f64::INFINITY
        } else {
            -log_sine - positive
        };
        Enclosure::about::<A>(value, positive + log_sine.abs())
    }
}

/// ln Γ(x) - (x - 1/2) ln x for x >= 2.5.
#[inline(always)]
fn stirling_tail<A: MultiplyAdd>(x: f64) -> f64 {
    const HALF_LN_TWO_PI: f64 = 0.918_938_533_204_672_8;
    let inverse = 1.0 / x;
    let binet = polynomial::<A, 8>(&BINET, inverse * inverse);
    A::double(inverse, binet, HALF_LN_TWO_PI - x)
}

/// ln a of a positive normal number; finite for 0.
#[inline(always)]
fn ln<A: MultiplyAdd>(a: f64) -> f64 {
    // a = 2^exponent * m with m between sqrt(1/2) and sqrt(2).
    const SQRT_HALF: u64 = 0x3fe6_a09e_0000_0000;
    const TWO_POW_52: u64 = 0x4330_0000_0000_0000;
    const MANTISSA: u64 = (1 << 52) - 1;
    let offset = a.to_bits().wrapping_add((1023 << 52) - SQRT_HALF);
    let exponent = f64::from_bits((offset >> 52) | TWO_POW_52) - (4_503_599_627_370_496.0 + 1023.0);
    let m = f64::from_bits((offset & MANTISSA).wrapping_add(SQRT_HALF));
    // ln m = 2 artanh s
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let tail = polynomial::<A, 5>(&LOG, square) * square;
    let log = A::double(tail, s, s + s);
    A::double(exponent, std::f64::consts::LN_2, log)
}

/// The nearest integer, for |x| < 2^51.
#[inline(always)]
fn round(x: f64) -> f64 {
    (x + TO_INTEGER) - TO_INTEGER
}

/// The sum of `coefficients[i] * x^i`.
#[inline(always)]
fn polynomial<A: MultiplyAdd, const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for &c in coefficients[..N - 1].iter().rev() {
        sum = A::double(sum, x, c);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::super::accurate;
    use super::*;
    use crate::fused::{Hardware, Software};

    /// Checks the middle of the enclosure and returns the error in units of half its width.
    fn error<R: Regime, A: MultiplyAdd>(x: f32) -> f64 {
        let exact = accurate::ln_gamma(f64::from(x));
        let Enclosure { low, high } = R::evaluate::<A>(x);
        if exact.hi.is_infinite() {
            assert!(low == exact.hi && high == exact.hi, "{x:e}");
            return 0.0;
        }
        let (low, high) = ((low - exact.hi) - exact.lo, (high - exact.hi) - exact.lo);
        if low == high {
            assert_eq!(low, 0.0, "{x:e}");
            return 0.0;
        }
        (low + high).abs() / (high - low)
    }

    /// The error stays below half its bound, so that nothing undecided passes for decided.
    #[test]
    fn every_enclosure_is_twice_as_wide_as_the_error() {
        let mut worst = [0.0f64; 3];
        for bits in (0..=u32::MAX).step_by(4001) {
            let x = f32::from_bits(bits);
            let (regime, error) = if (EDGE..f32::INFINITY).contains(&x) {
                (
                    0,
                    error::<Right, Software>(x).max(error::<Right, Hardware>(x)),
                )
            } else if x <= -EDGE {
                (
                    1,
                    error::<Left, Software>(x).max(error::<Left, Hardware>(x)),
                )
            } else if x.abs() < EDGE {
                (
                    2,
                    error::<Inner, Software>(x).max(error::<Inner, Hardware>(x)),
                )
            } else {
                continue;
            };
            assert!(error < 0.5, "{x:e}: {error} of the bound");
            worst[regime] = worst[regime].max(error);
        }
        assert!(
            worst.iter().all(|&worst| worst > 0.02),
            "needlessly wide: {worst:?}"
        );
    }
}
