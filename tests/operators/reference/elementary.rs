//! Elementary functions of two exact numbers, in MPFR.

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::Special;
use rug::ops::Pow;

use super::arithmetic::converted;
use crate::arguments::Arguments;
use crate::number::{Number, PRECISION};

/// Both operands in the computation type.
fn reals(x: &[Number], compute: Dtype) -> [Float; 2] {
    [&x[0], &x[1]].map(|x| converted(x, compute).real())
}

pub fn pow(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    match [&x[0], &x[1]].map(|x| converted(x, compute)) {
        [Number::Int(a), Number::Int(b)] => Number::Int(integer_pow(a, b)),
        [a, b] => Number::Real(Float::with_val(PRECISION, a.real().pow(b.real()))),
    }
}

/// The power modulo 2^128; that of a negative exponent is 0 unless the base is 1 or -1.
fn integer_pow(base: i128, exponent: i128) -> i128 {
    match (base, exponent) {
        (1, ..0) => 1,
        (-1, ..0) => 1 - 2 * (exponent & 1),
        (_, ..0) => 0,
        _ => {
            let (mut power, mut square) = (1_i128, base);
            for bit in 0..64 {
                if exponent >> bit & 1 == 1 {
                    power = power.wrapping_mul(square);
                }
                square = square.wrapping_mul(square);
            }
            power
        }
    }
}

/// A factor times what a function makes of the second operand: NaN where that is NaN, else 0 where the factor is 0.
fn times(x: &[Number], compute: Dtype, function: impl Fn(Float) -> Float) -> Number {
    let [a, b] = reals(x, compute);
    if b.is_nan() {
        return Number::Real(Float::with_val(PRECISION, Special::Nan));
    }
    if a.is_zero() {
        return 0.0.into();
    }
    Number::Real(a * function(b))
}

pub fn xlogy(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    times(x, compute, Float::ln)
}

pub fn xlog1py(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    times(x, compute, Float::ln_1p)
}

pub fn atan2(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [a, b] = reals(x, compute);
    Number::Real(a.atan2(&b))
}

/// The logarithm of the sum of two powers, from the larger exponent on.
fn log_of_sum(x: &[Number], compute: Dtype, of_one_and: fn(Float) -> Float) -> Number {
    let [a, b] = reals(x, compute);
    if a.is_nan() || b.is_nan() {
        return Number::Real(Float::with_val(PRECISION, Special::Nan));
    }
    let (larger, smaller) = if a > b { (a, b) } else { (b, a) };
    if larger.is_infinite() {
        return Number::Real(larger);
    }
    Number::Real(Float::with_val(PRECISION, of_one_and(smaller - &larger)) + larger)
}

pub fn logaddexp(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    log_of_sum(x, compute, |distance| distance.exp().ln_1p())
}

pub fn logaddexp2(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    log_of_sum(x, compute, |distance| {
        let ln_2 = Float::with_val(PRECISION, rug::float::Constant::Log2);
        distance.exp2().ln_1p() / ln_2
    })
}
