//! ln|Γ(x)| of floats, correctly rounded: a vectorisable evaluation in double with a bound on its error, and the
//! accurate one for the few results that the bound leaves undecided (Ziv's strategy).
//!
//! With u = |x|:
//!
//! - u < 2.5: t = u - 2, u - 1 or u, whichever lies in \[-1/2, 1/2\] (below 1/2 always u);
//!   ln Γ(u) is t times a polynomial in t, less ln u for u < 1.5 and less ln u(u + 1) for u < 0.5.
//! - u >= 2.5: (u - 1/2) ln u - u + ln(2π)/2 + B(u⁻²)/u. B is fitted, not asymptotic, so that it reaches down to 2.5.
//! - x < 0: reflection, ln|Γ(x)| = -ln(u |sin(πf)| / π) - ln Γ(u), with f the distance from u to the nearest integer.
//!
//! A result r with bound e is final if r - e and r + e round to the same float. Where x is beside a zero on the negative
//! axis the terms cancel, e stays and r shrinks: those elements fall to the accurate evaluation by themselves.

use super::accurate;
use super::coefficients::{BINET, CORE, LOG, SINE};
use crate::kernels::simd::{self, Isa};

/// Elements that are classified together: all positive, or not.
const BLOCK: usize = 256;

/// Marks an output as undecided: a NaN, which no decided result is.
const UNDECIDED: u32 = 0xffe5_a5a5;

/// The bound on the error of the evaluation in double, relative to the sum of the magnitudes of its terms. The
/// polynomials are good for 2^-43; the tests look at the actual error.
const BOUND: f64 = f64::from_bits((1023 - 40) << 52);

/// Writes ln|Γ(x)| of each element of `input` to `output`, compiled for `isa`; every instruction set gives the
/// correctly rounded result, so also the same bits.
pub(super) fn ln_gamma_slice(isa: Isa, input: &[f32], output: &mut [f32]) {
    if isa != Isa::Baseline && isa.is_available() {
        simd::with(
            isa,
            #[inline(always)]
            || blocks::<true>(input, output),
        );
    } else {
        blocks::<{ cfg!(any(target_feature = "fma", target_arch = "aarch64")) }>(input, output);
    }
}

/// `FUSED` says that this code is compiled for an instruction set with fused multiply-add.
#[inline(always)]
fn blocks<const FUSED: bool>(input: &[f32], output: &mut [f32]) {
    for (input, output) in input.chunks(BLOCK).zip(output.chunks_mut(BLOCK)) {
        let positive = input
            .iter()
            .fold(true, |all, &x| all & (x > 0.0) & (x < f32::INFINITY));
        let undecided = if positive {
            block::<FUSED, false>(input, output)
        } else {
            block::<FUSED, true>(input, output)
        };
        if undecided {
            decide::<FUSED>(input, output);
        }
    }
}

/// One block; returns whether an element is left [`UNDECIDED`]. Without `SIGNED` all elements are positive and finite.
#[inline(always)]
fn block<const FUSED: bool, const SIGNED: bool>(input: &[f32], output: &mut [f32]) -> bool {
    let mut undecided = false;
    for (y, &x) in output.iter_mut().zip(input) {
        let (result, error) = evaluate::<FUSED, SIGNED>(x);
        let (low, high) = ((result - error) as f32, (result + error) as f32);
        // Not `low != high`: a NaN is undecided, too.
        let decided = low == high;
        undecided |= !decided;
        *y = if decided {
            low
        } else {
            f32::from_bits(UNDECIDED)
        };
    }
    undecided
}

/// Settles the undecided elements of a block.
#[cold]
#[inline(never)]
fn decide<const FUSED: bool>(input: &[f32], output: &mut [f32]) {
    for (y, &x) in output.iter_mut().zip(input) {
        if y.to_bits() == UNDECIDED {
            *y = if FUSED && Isa::Avx2.is_available() {
                simd::with(
                    Isa::Avx2,
                    #[inline(always)]
                    || accurately(x),
                )
            } else {
                accurately(x)
            };
        }
    }
}

/// The correctly rounded result; a NaN keeps its payload and becomes quiet.
#[inline(always)]
fn accurately(x: f32) -> f32 {
    if x.is_nan() {
        f32::from_bits(x.to_bits() | 0x0040_0000)
    } else {
        accurate::rounded_to_odd(f64::from(x)) as f32
    }
}

/// ln|Γ(x)| and a bound on its error; the pair decides nothing for infinite and NaN `x`.
#[inline(always)]
fn evaluate<const FUSED: bool, const SIGNED: bool>(x: f32) -> (f64, f64) {
    let x = f64::from(x);
    let u = if SIGNED { x.abs() } else { x };
    let positive = ln_gamma_positive::<FUSED>(u);
    if !SIGNED {
        return (positive, positive * BOUND);
    }
    // From 2^23 on all floats are integers.
    let v = if u < 8_388_608.0 { u } else { 8_388_608.0 };
    const ROUND: f64 = 6_755_399_441_055_744.0;
    let fraction = v - ((v + ROUND) - ROUND);
    let sine = fraction.abs() * polynomial::<FUSED, 7>(&SINE, fraction * fraction);
    let log = ln::<FUSED>(sine * u);
    let pole = (x <= 0.0) & (fraction == 0.0);
    let reflected = if pole {
        f64::INFINITY
    } else {
        -(positive + log)
    };
    let negative = x <= 0.0;
    let log_size = if negative { log.abs() } else { 0.0 };
    let result = if negative { reflected } else { positive };
    (result, (positive.abs() + log_size) * BOUND)
}

/// ln Γ(u) for finite u > 0.
#[inline(always)]
fn ln_gamma_positive<const FUSED: bool>(u: f64) -> f64 {
    let small = u < 2.5;
    let below = u < 1.5;
    let tiny = u < 0.5;
    let argument = if tiny { mul_add::<FUSED>(u, u, u) } else { u };
    let log = ln::<FUSED>(argument);
    let shift = if below {
        if tiny { 0.0 } else { 1.0 }
    } else {
        2.0
    };
    let t = u - shift;
    let core = t * polynomial::<FUSED, 14>(&CORE, t);
    let inverse = 1.0 / u;
    let binet = polynomial::<FUSED, 8>(&BINET, inverse * inverse);
    const HALF_LN_TWO_PI: f64 = 0.918_938_533_204_672_8;
    let stirling = mul_add::<FUSED>(inverse, binet, HALF_LN_TWO_PI - u);
    let factor = if small {
        if below { -1.0 } else { 0.0 }
    } else {
        u - 0.5
    };
    mul_add::<FUSED>(factor, log, if small { core } else { stirling })
}

/// ln a of a positive normal number.
#[inline(always)]
fn ln<const FUSED: bool>(a: f64) -> f64 {
    const SQRT_HALF: u64 = 0x3fe6_a09e_0000_0000;
    const TWO_POW_52: u64 = 0x4330_0000_0000_0000;
    const MANTISSA: u64 = (1 << 52) - 1;
    let offset = a.to_bits().wrapping_add((1023 << 52) - SQRT_HALF);
    let exponent = f64::from_bits((offset >> 52) | TWO_POW_52) - (4_503_599_627_370_496.0 + 1023.0);
    let m = f64::from_bits((offset & MANTISSA).wrapping_add(SQRT_HALF));
    let s = (m - 1.0) / (m + 1.0);
    let square = s * s;
    let tail = polynomial::<FUSED, 5>(&LOG, square) * square;
    let log = mul_add::<FUSED>(tail, s, s + s);
    mul_add::<FUSED>(exponent, std::f64::consts::LN_2, log)
}

/// The sum of `coefficients[i] * x^i`.
#[inline(always)]
fn polynomial<const FUSED: bool, const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut sum = coefficients[N - 1];
    for &c in coefficients[..N - 1].iter().rev() {
        sum = mul_add::<FUSED>(sum, x, c);
    }
    sum
}

#[inline(always)]
fn mul_add<const FUSED: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of the evaluation stays below half its bound, so that nothing undecided passes for decided.
    #[test]
    fn the_bound_is_twice_the_error_at_least() {
        let mut worst = 0.0f64;
        for bits in (0..=u32::MAX).step_by(4001) {
            let x = f32::from_bits(bits);
            let exact = accurate::ln_gamma(f64::from(x));
            if !x.is_finite() || !exact.high.is_finite() {
                continue;
            }
            let mut check = |(result, bound): (f64, f64)| {
                let error = ((result - exact.high) - exact.low).abs();
                assert!(error <= 0.5 * bound.abs(), "{x:e}: {error:e} of {bound:e}");
                if bound != 0.0 {
                    worst = worst.max(error / bound.abs());
                }
            };
            if x > 0.0 {
                check(evaluate::<false, false>(x));
            }
            check(evaluate::<false, true>(x));
        }
        assert!(worst > 0.01, "the bound is needlessly wide: {worst}");
    }
}
