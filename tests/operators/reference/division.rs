//! Quotients and remainders of exact numbers.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;

use super::arithmetic::converted;
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION, part, round};

/// Bits with which the floor of every quotient of two DOUBLE is exact.
const WIDE: u32 = 2400;

/// An element of each of the first two tensors, in the computation type.
fn operands(x: &[Number], compute: Dtype) -> [Number; 2] {
    [&x[0], &x[1]].map(|x| converted(x, compute))
}

pub fn div(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [a, b] = operands(x, compute);
    if part(compute).is_none() {
        return Number::Real(Float::with_val(PRECISION, a.real() / b.real()));
    }
    let square = b.real().square() + b.imaginary().square();
    let real = a.real() * b.real() + a.imaginary() * b.imaginary();
    let imaginary = a.imaginary() * b.real() - a.real() * b.imaginary();
    Number::Complex(real / &square, imaginary / &square)
}

/// The quotient of floats, rounded and cut off; that of integers.
fn truncated(x: &[Number], compute: Dtype) -> Number {
    match operands(x, compute) {
        [Number::Int(_), Number::Int(0)] => Number::Int(-1),
        [Number::Int(a), Number::Int(b)] => Number::Int(a / b),
        [a, b] => {
            let quotient = Float::with_val(PRECISION, a.real() / b.real());
            // FLOAT16 and BFLOAT16 are divided in FLOAT.
            let wide = match compute {
                Dtype::F64 => Dtype::F64,
                _ => Dtype::F32,
            };
            Number::Real(round(&quotient, wide).trunc())
        }
    }
}

pub fn floor(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    match operands(x, compute) {
        [Number::Int(_), Number::Int(0)] => Number::Int(-1),
        [Number::Int(a), Number::Int(b)] => {
            Number::Int(a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0))
        }
        [a, b] => {
            let (a, b) = (a.real(), b.real());
            let value = match (a.is_infinite(), b.is_infinite()) {
                (true, _) if !b.is_zero() => Float::with_val(PRECISION, Special::Nan),
                // Next to 0, on one side of it.
                (false, true) if !a.is_zero() && a.is_sign_negative() != b.is_sign_negative() => {
                    Float::with_val(
                        PRECISION,
                        if a.is_nan() {
                            Special::Nan
                        } else {
                            Special::Zero
                        },
                    ) - 1
                }
                _ => Float::with_val(WIDE, &a / &b).floor(),
            };
            Number::Real(value)
        }
    }
}

/// The quotient that the argument `mode` says.
pub fn by_mode(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    match mode(arguments) {
        0 => div(x, arguments, compute),
        1 => truncated(x, compute),
        _ => floor(x, arguments, compute),
    }
}

/// The argument `mode`.
pub fn mode(arguments: &Arguments) -> i64 {
    let mode = arguments.iter().find_map(|argument| match argument {
        Argument::Int(mode) => Some(*mode),
        _ => None,
    });
    mode.expect("a mode")
}

pub fn fmod(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    match operands(x, compute) {
        [Number::Int(_), Number::Int(0)] => Number::Int(-1),
        [Number::Int(a), Number::Int(b)] => Number::Int(a % b),
        [a, b] => Number::Real(a.real() % b.real()),
    }
}

pub fn remainder(x: &[Number], arguments: &Arguments, compute: Dtype) -> Number {
    let [dividend, divisor] = operands(x, compute);
    match (fmod(x, arguments, compute), divisor) {
        (Number::Int(_), Number::Int(0)) => dividend,
        (Number::Int(rest), Number::Int(b)) => Number::Int(if rest != 0 && (rest < 0) != (b < 0) {
            rest + b
        } else {
            rest
        }),
        (rest, b) => {
            let (rest, b) = (rest.real(), b.real());
            let differ = rest.is_sign_negative() != b.is_sign_negative();
            Number::Real(if !rest.is_zero() && !rest.is_nan() && differ {
                Float::with_val(WIDE, &rest + &b)
            } else {
                rest
            })
        }
    }
}
