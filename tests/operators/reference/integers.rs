//! Bits and divisors of exact integers.

use hostnpu::tensor::Dtype;

use super::arithmetic::converted;
use crate::arguments::Arguments;
use crate::number::Number;

fn integers(x: &[Number], compute: Dtype) -> [i128; 2] {
    [&x[0], &x[1]].map(|x| converted(x, compute).as_int())
}

pub fn left_shift(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [a, count] = integers(x, compute);
    let inside = (0..compute.bits() as i128).contains(&count);
    Number::Int(if inside { a << count } else { 0 })
}

pub fn right_shift(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [a, count] = integers(x, compute);
    Number::Int(a >> count.clamp(0, compute.bits() as i128 - 1))
}

pub fn gcd(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let [mut a, mut b] = integers(x, compute);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Number::Int(a.abs())
}

pub fn not(x: &[Number], _: &Arguments, compute: Dtype) -> Number {
    let bits = if compute == Dtype::Bool { 1 } else { -1 };
    Number::Int(bits - x[0].as_int())
}
