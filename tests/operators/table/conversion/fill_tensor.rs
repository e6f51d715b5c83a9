//! The row of `aclnnInplaceFillTensor`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::diagonals;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, Row, computes};

fn filled() -> Vec<Vec<Argument>> {
    let call =
        |to, shape: &[i64], from, own: &[i64]| vec![write(to, shape), read(from, own, &[3.5])];
    vec![
        call(F32, &[3, 4], F32, &[]),
        call(I8, &[3, 400], F64, &[1]),
        call(Complex64, &[70, 90], I16, &[]),
        call(Bool, &[5], U32, &[1]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceFillTensor", filled)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16",
                ),
                ("value", "standard"),
            ])
            .computes(computes::own)
            .bits(diagonals::filled)
            .accuracy(Accuracy::Copied)
            .except(&[("dtypes value", "pairs without a conversion give 561103")]),
    ]
}
