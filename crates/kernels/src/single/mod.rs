//! Elementary functions of f32 in float, for high performance: one module a function, at most 2 ULP from the exact result.
//!
//! Functions that [`crate::math`] computes in double and rounds correctly are computed here with as many numbers a vector as there are floats. Every step is rounded once, by
//! [`MultiplyAdd`], so that all instruction sets give the same bits. Blocks whose arguments are all usual go without the steps that the others need; both ways give a
//! usual argument the same result, which depends on nothing but the argument. Special values are those of [`crate::math`].

#![allow(
    clippy::excessive_precision,
    clippy::approx_constant,
    reason = "coefficients stand as they were computed; constants are parts of numbers in several floats"
)]

mod circle;
mod error;
mod exponential;
mod hyperbolic;
mod logarithm;
pub mod rows;
mod units;

use crate::fused::{Hardware, MultiplyAdd, Software};
use crate::simd::{self, Loops};

/// Elements that share one decision between usual arguments and any.
const BLOCK: usize = 256;

/// A function in float.
trait Single {
    /// The largest key of a usual argument. Where all are usual, [`Single::any`] is never asked.
    const USUAL: u32;

    /// Orders arguments: the bits of the magnitude, unless said otherwise. NaN is above all magnitudes.
    #[inline(always)]
    fn key(x: f32) -> u32 {
        x.to_bits() & 0x7fff_ffff
    }

    /// Of a usual argument.
    fn usual<A: MultiplyAdd>(x: f32) -> f32;

    /// Of any argument; of a usual one the same bits.
    #[inline(always)]
    fn any<A: MultiplyAdd>(x: f32) -> f32 {
        Self::usual::<A>(x)
    }

    /// Of a block with arguments that are not usual.
    #[inline(always)]
    fn any_of_block<A: MultiplyAdd>(x: &[f32], y: &mut [f32], loops: Loops) {
        for (&x, y) in x.iter().zip(y) {
            loops.step();
            *y = Self::any::<A>(x);
        }
    }
}

/// Arguments that are all usual.
const ALL: u32 = u32::MAX;

/// Declares modules with a loop each.
macro_rules! singles {
    ($($(#[$doc:meta])* $name:ident = $function:ty;)+) => {$(
        $(#[$doc])*
        pub mod $name {
            /// Writes the function of each element, at most 2 ULP from the exact result. Panics if the lengths differ.
            pub fn f32(x: &[f32], y: &mut [f32]) {
                super::run::<$function>(x, y);
            }
        }
    )+};
}

singles! {
    /// Inverse tangents.
    atan = super::circle::Atan;
    /// Cosines.
    cos = super::circle::Cos;
    /// Tangents.
    tan = super::circle::Tan;
    /// `e^x`.
    exp = super::exponential::Exp;
    /// `2^x`.
    exp2 = super::exponential::Exp2;
    /// `e^x - 1`.
    expm1 = super::exponential::Expm1;
    /// Natural logarithms.
    log = super::logarithm::Log;
    /// Logarithms to base 2.
    log2 = super::logarithm::Log2;
    /// Logarithms to base 10.
    log10 = super::logarithm::Log10;
    /// `ln(1 + x)`.
    log1p = super::logarithm::Log1p;
    /// `ln(1 + e^x)`.
    softplus = super::logarithm::Softplus;
    /// `-ln(1 + e^-x)`.
    logsigmoid = super::logarithm::Logsigmoid;
    /// Hyperbolic tangents.
    tanh = super::hyperbolic::Tanh;
    /// Hyperbolic sines.
    sinh = super::hyperbolic::Sinh;
    /// Hyperbolic cosines.
    cosh = super::hyperbolic::Cosh;
    /// The error function.
    erf = super::error::Erf;
    /// Its complement.
    erfc = super::error::Erfc;
    /// `x Φ(x)`: a Gaussian error linear unit.
    gelu = super::error::Gelu;
    /// `1 / (1 + e^-x)`.
    sigmoid = super::units::Sigmoid;
    /// `x / (1 + e^-x)`.
    silu = super::units::Silu;
    /// `x tanh(ln(1 + e^x))`.
    mish = super::units::Mish;
    /// Reciprocals of square roots.
    rsqrt = super::units::Rsqrt;
}

/// [`softplus`] with the usual parameters; with others as in [`crate::math`].
pub mod softplus_above {
    /// Writes the function of each element. Panics if the lengths differ.
    pub fn f32(x: &[f32], y: &mut [f32], parameters: &[f64; 2]) {
        match parameters {
            // From 20 on the sum that the threshold replaces is its argument, once rounded.
            [1.0, 20.0] => super::softplus::f32(x, y),
            _ => crate::math::softplus_above::f32(x, y, parameters),
        }
    }
}

fn run<F: Single>(x: &[f32], y: &mut [f32]) {
    assert_eq!(x.len(), y.len(), "slices of one length");
    // A closure that is called for several instruction sets is not inlined by itself.
    let ran = simd::fused_loops(
        simd::chosen(),
        #[inline(always)]
        |loops| blocks::<F, Hardware>(x, y, loops),
    );
    if ran.is_none() {
        blocks::<F, SoftwareCall>(x, y, Loops::OF_BASELINE);
    }
}

/// [`Software`] that is called: inlined at each of some hundred places, it would be half of the code of this module, for machines that are rare.
struct SoftwareCall;

impl MultiplyAdd for SoftwareCall {
    const FUSED: bool = false;

    #[inline(always)]
    fn double(a: f64, b: f64, c: f64) -> f64 {
        Software::double(a, b, c)
    }

    #[inline(never)]
    fn float(a: f32, b: f32, c: f32) -> f32 {
        Software::float(a, b, c)
    }
}

#[inline(always)]
fn blocks<F: Single, A: MultiplyAdd>(x: &[f32], y: &mut [f32], loops: Loops) {
    for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
        // Without fused operations the other way serves all, which is less code.
        let is_usual = F::USUAL == ALL
            || A::FUSED
                && x.iter().fold(0, |most: u32, &x| {
                    loops.step();
                    most.max(F::key(x))
                }) <= F::USUAL;
        match is_usual {
            true => {
                for (&x, y) in x.iter().zip(y) {
                    loops.step();
                    *y = F::usual::<A>(x);
                }
            }
            false => F::any_of_block::<A>(x, y, loops),
        }
    }
}

/// Added and subtracted, it rounds to an integer, whose lowest bits are the lowest bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0; // 1.5 * 2^23

/// `c[0] + c[1] x + …`.
#[inline(always)]
fn polynomial<A: MultiplyAdd, const N: usize>(coefficients: [f32; N], x: f32) -> f32 {
    let mut sum = coefficients[N - 1];
    let mut k = N - 1;
    while k > 0 {
        k -= 1;
        sum = A::float(sum, x, coefficients[k]);
    }
    sum
}

/// `2^n`, for n from -126 to 127.
#[inline(always)]
fn power_of_2(n: i32) -> f32 {
    f32::from_bits((n.wrapping_add(127) as u32) << 23)
}

/// `x`, but at least and at most so much; NaN stays.
#[inline(always)]
fn within(x: f32, least: f32, most: f32) -> f32 {
    let x = if x < least { least } else { x };
    if x > most { most } else { x }
}

/// The magnitude of `x`, but at most so much; NaN stays.
#[inline(always)]
fn size_within(x: f32, most: f32) -> f32 {
    let size = x.abs();
    if size > most { most } else { size }
}

/// The magnitude of `value` with the sign of `x`.
#[inline(always)]
fn with_sign_of(value: f32, x: f32) -> f32 {
    f32::from_bits(value.to_bits() & 0x7fff_ffff | x.to_bits() & 0x8000_0000)
}
