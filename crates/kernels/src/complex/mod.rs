//! Functions of complex numbers, on dense slices.
//!
//! | function | error of each part, `c64` | `c128` |
//! |---|---|---|
//! | `add`, `sub`, `neg`, `eq`: see [`arith`](crate::arith) | 0.5 ULP | 0.5 ULP |
//! | [`abs`] | correctly rounded | 0.5001 ULP; 1 where it is subnormal |
//! | [`angle`] | correctly rounded | 1 ULP |
//! | [`mul`], [`div`], [`reciprocal`] | 0.5001 ULP | 3 ULP |
//! | [`pow`] | 0.5001 ULP, while the terms of `w log z` are below 2^40 | relative to the modulus, `2^-51 * (4 + abs(w log z))` |
//! | all others | 0.5001 ULP | 8 ULP of the larger part |
//!
//! `c64` is computed in double and rounded once. Special values are those of C99, Annex G, where it has the function: infinities win over NaN
//! in products and quotients, a division by 0 is infinite, branch cuts follow the sign of a zero. Nothing overflows in between.
//!
//! Most of these loops are scalar: real functions come from `libm`, whose bits are the same on every machine.

mod exponentials;
mod gradients;
mod hyperbolics;
mod inverses;
mod moduli;
mod parts;
mod powers;
mod products;
mod roots;
mod sums;

use hostnpu_numeric::Complex;

use crate::dense::same_length;

pub use gradients::sigmoid_backward;
pub use moduli::{abs, angle};
pub use powers::pow;
pub use products::{div, mul};
pub use sums::{add_scaled, subtract_scaled, times};

type C64 = Complex<f32>;
type C128 = Complex<f64>;

#[inline(always)]
fn widened(z: C64) -> C128 {
    Complex::new(z.re.into(), z.im.into())
}

#[inline(always)]
fn rounded(z: C128) -> C64 {
    Complex::new(z.re as f32, z.im as f32)
}

/// The form that a function has for numbers that come from floats, if it has one.
macro_rules! of_floats {
    ($function:path) => {
        $function
    };
    ($function:path, $of_floats:path) => {
        $of_floats
    };
}

macro_rules! functions {
    ($(#[$doc:meta] $name:ident = $function:path $(, of floats $of_floats:path)?;)+) => {
        $(
            #[$doc]
            pub mod $name {
                use super::{C64, C128, rounded, same_length, widened};

                /// Computes the function of each element.
                pub fn c64(x: &[C64], y: &mut [C64]) {
                    same_length(x.len(), y.len());
                    for (y, &x) in y.iter_mut().zip(x) {
                        *y = rounded(of_floats!($function $(, $of_floats)?)(widened(x)));
                    }
                }

                /// Computes the function of each element.
                pub fn c128(x: &[C128], y: &mut [C128]) {
                    same_length(x.len(), y.len());
                    for (y, &x) in y.iter_mut().zip(x) {
                        *y = $function(x);
                    }
                }
            }
        )+
    };
}

functions! {
    /// `1 / z`.
    reciprocal = super::products::inverse, of floats super::products::inverse_of_floats;
    /// `e^z`.
    exp = super::exponentials::exp;
    /// The natural logarithm, its imaginary part from -pi to pi.
    log = super::exponentials::log;
    /// The logarithm to base 2.
    log2 = super::exponentials::log2;
    /// The logarithm to base 10.
    log10 = super::exponentials::log10;
    /// `1 / (1 + e^-z)`.
    sigmoid = super::exponentials::sigmoid;
    /// The square root whose real part is not negative.
    sqrt = super::roots::sqrt, of floats super::roots::sqrt_of_floats;
    /// `1 / sqrt(z)`.
    rsqrt = super::roots::rsqrt, of floats super::roots::rsqrt_of_floats;
    /// The hyperbolic sine.
    sinh = super::hyperbolics::sinh;
    /// The hyperbolic cosine.
    cosh = super::hyperbolics::cosh;
    /// The hyperbolic tangent.
    tanh = super::hyperbolics::tanh;
    /// The sine.
    sin = super::hyperbolics::sin;
    /// The cosine.
    cos = super::hyperbolics::cos;
    /// The tangent.
    tan = super::hyperbolics::tan;
    /// The inverse hyperbolic sine.
    asinh = super::inverses::asinh;
    /// The inverse hyperbolic cosine, its real part not negative.
    acosh = super::inverses::acosh;
    /// The inverse hyperbolic tangent.
    atanh = super::inverses::atanh;
    /// The inverse sine.
    asin = super::inverses::asin;
    /// The inverse cosine.
    acos = super::inverses::acos;
    /// The inverse tangent.
    atan = super::inverses::atan;
    /// `z / abs(z)`; 0 for 0.
    sign = super::roots::sign, of floats super::roots::sign_of_floats;
    /// The complex conjugate.
    conj = super::roots::conj;
}

/// Complex numbers of two parts, and their parts.
pub use parts::{imaginary, join, polar, real};
