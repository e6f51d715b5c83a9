//! Functions of exact numbers, in MPFR.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::{Constant, Special};

use super::complex::{self, Z};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// Bits of a function's result: MPFR rounds it correctly, whatever they are.
const BITS: u32 = 144;

/// A function of a real number.
fn real(x: &Number, function: impl Fn(Float) -> Float) -> Number {
    let mut x = x.real();
    x.set_prec(BITS);
    Number::Real(function(x))
}

/// Functions of real numbers, and of complex ones where there is a second function.
macro_rules! functions {
    ($($name:ident = $real:expr $(, $complex:expr)?;)+) => {$(
        pub fn $name(x: &Number) -> Number {
            match x {
                $(Number::Complex(re, im) => complex::judged(re, im, $complex),)?
                x => real(x, $real),
            }
        }
    )+};
}

functions! {
    acos = Float::acos;
    acosh = Float::acosh, Z::acosh;
    asin = Float::asin;
    asinh = Float::asinh, Z::asinh;
    atan = Float::atan;
    atanh = Float::atanh, Z::atanh;
    cos = Float::cos, Z::cos;
    cosh = Float::cosh, Z::cosh;
    digamma = digamma_of;
    erf = Float::erf;
    erfc = Float::erfc;
    exp = Float::exp, Z::exp;
    exp2 = Float::exp2;
    expm1 = Float::exp_m1;
    frac = |x| x.clone() - x.trunc();
    ln = Float::ln, Z::ln;
    log10 = Float::log10, Z::log10;
    log1p = Float::ln_1p;
    log2 = Float::log2, Z::log2;
    log_sigmoid = log_sigmoid_of;
    reciprocal = Float::recip, Z::recip;
    rsqrt = |x| if x.is_zero() { x.recip() } else { x.recip_sqrt() }, Z::rsqrt;
    sigmoid = |x| ((-x).exp() + 1u32).recip(), Z::sigmoid;
    sin = Float::sin;
    sinc = sinc_of;
    sinh = Float::sinh, Z::sinh;
    sqrt = Float::sqrt, Z::sqrt;
    tan = Float::tan, Z::tan;
    tanh = Float::tanh;
}

/// NaN at the poles, where MPFR has an infinity. Beside 0 it would take as many bits as the number has zeros.
fn digamma_of(x: Float) -> Float {
    let near_zero = x.clone().abs() < 1e-30;
    match x.is_sign_negative() && !x.is_zero() && (x.is_integer() || x.is_infinite()) {
        true => Float::with_val(BITS, Special::Nan),
        false if near_zero => -x.recip(),
        false => x.digamma(),
    }
}

/// `-ln(1 + e^-x)`.
fn log_sigmoid_of(x: Float) -> Float {
    match x < 0 {
        true => x.clone() - x.exp().ln_1p(),
        false if x.is_nan() => x,
        // MPFR's exponents end somewhere.
        false => -(-x.min(&Float::with_val(BITS, 1_000_000))).exp().ln_1p(),
    }
}

/// `sin(πx) / (πx)`, 1 at 0.
fn sinc_of(x: Float) -> Float {
    if x.is_zero() {
        return Float::with_val(BITS, 1);
    }
    let angle = Float::with_val(BITS, Constant::Pi) * &x;
    // At other integers +0.
    x.sin_pi() / angle + 0u32
}

/// The inverse of the error function: Newton's steps on what MPFR has, from the side on which each is too short.
pub fn erfinv(y: &Number) -> Number {
    const BITS: u32 = 96;
    real(y, |mut y| {
        y.set_prec(BITS);
        let magnitude = y.clone().abs();
        if magnitude > 1 {
            return Float::with_val(BITS, Special::Nan);
        }
        if magnitude == 1 {
            return y * Float::with_val(BITS, Special::Infinity);
        }
        if y.is_zero() || y.is_nan() {
            return y;
        }
        let rest = Float::with_val(BITS, 1) - &magnitude;
        let slope = Float::with_val(BITS, Constant::Pi).sqrt() / 2u32;
        let mut x = slope.clone() * &magnitude;
        if magnitude > 0.5 {
            x = (-rest.clone().ln()).sqrt();
        }
        for _ in 0..200 {
            let erfc = x.clone().erfc();
            let height = x.clone().square().exp() * &slope;
            let step = match magnitude > 0.5 {
                true => (erfc.clone() / &rest).ln() * erfc * height,
                false => (magnitude.clone() - x.clone().erf()) * height,
            };
            x += &step;
            let small = Float::with_val(BITS, x.abs_ref()) >> (BITS - 20);
            if step.abs() <= small {
                break;
            }
        }
        if y.is_sign_negative() { -x } else { x }
    })
}

/// The inverse of the logistic function of what is brought between `eps` and `1 - eps`, both of FLOAT.
pub fn logit(x: &[Number], arguments: &Arguments, _: Dtype) -> Number {
    let Argument::Float(eps) = &arguments["eps"] else {
        panic!("eps")
    };
    let (low, high) = (*eps as f32, 1.0 - *eps as f32);
    real(&x[0], |x| {
        if x.is_nan() {
            return x;
        }
        let x = match *eps >= 0.0 {
            true if x < low => Float::with_val(BITS, low),
            true if x > high => Float::with_val(BITS, high),
            _ => x,
        };
        if !(0..=1).contains(&x) {
            return Float::with_val(BITS, Special::Nan);
        }
        // Enough bits that 1 - x is exact.
        let rest = Float::with_val(PRECISION, 1) - &x;
        (x / rest).ln()
    })
}

/// ln|Γ|: infinite at the poles and at both infinities.
pub fn lgamma(x: &Number) -> Number {
    real(x, |x| {
        let at_pole = x.is_integer() && x <= 0;
        if x.is_infinite() || at_pole {
            return Float::with_val(PRECISION, Special::Infinity);
        }
        x.ln_abs_gamma().0
    })
}
