//! Bits and divisors of integers.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::integers;
use crate::table::samples::{self, unary};
use crate::table::{Row, computes};

fn divided(arguments: &Arguments) -> Option<Dtype> {
    computes::promoted(arguments).filter(|&dtype| dtype != Dtype::Bool)
}

fn of_integers() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    samples
        .iter_mut()
        .flatten()
        .for_each(|argument| argument.set_dtype(Dtype::I32));
    samples
}

pub fn rows() -> Vec<Row> {
    const SHIFTED: &str = "i8 i16 i32 i64 u8 & u16 u32 u64";
    const ALL: &str = "i8 i16 i32 i64 u8 u16 u32 u64";
    const DIVIDED: &str = "i8 u8 i16 i32 bool | 910B 950 310: + i64";
    vec![
        Row::new("aclnnLeftShift", samples::integers)
            .accepts(&[("self", SHIFTED), ("shiftBits", SHIFTED), ("out", ALL)])
            .computes(computes::promoted)
            .elements(integers::left_shift),
        Row::new("aclnnRightShift", samples::integers)
            .accepts(&[("input", SHIFTED), ("shiftBits", SHIFTED), ("out", ALL)])
            .computes(computes::promoted)
            .elements(integers::right_shift),
        Row::new("aclnnGcd", samples::integers)
            .accepts(&[("self", DIVIDED), ("other", DIVIDED), ("out", ALL)])
            .computes(divided)
            .elements(integers::gcd),
        Row::new("aclnnBitwiseNot", of_integers)
            .accepts(&[
                ("self", "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(integers::not),
    ]
}
