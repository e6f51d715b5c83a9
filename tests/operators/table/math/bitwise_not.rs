//! The row of `aclnnBitwiseNot`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::integers;
use crate::table::samples::unary;
use crate::table::{Row, computes};

fn of_integers() -> Vec<Vec<Argument>> {
    let mut samples = unary();
    samples
        .iter_mut()
        .flatten()
        .for_each(|argument| argument.set_dtype(Dtype::I32));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBitwiseNot", of_integers)
            .accepts(&[
                ("self", "i8 i16 i32 i64 u8 bool | 950: + u16 u32 u64"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .elements(integers::not),
    ]
}
