//! The row of `aclnnDiagFlat`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::diagonals;
use crate::table::samples::{read, write};
use crate::table::shared::movement::diagonals::NUMBERS;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn flat() -> Vec<Vec<Argument>> {
    let numbers = [1.0, -2.0, 3.5, 0.25, 100.0, 7.0];
    let call = |from, shape: &[i64], number, to, out: &[i64]| {
        vec![
            read(from, shape, &numbers),
            Argument::Int(number),
            write(to, out),
        ]
    };
    vec![
        call(F32, &[4], 0, F32, &[4, 4]),
        call(F32, &[2, 3], 1, I32, &[7, 7]),
        call(Complex64, &[2, 3], -3, F64, &[9, 9]),
        call(I8, &[], 0, Bf16, &[1, 1]),
        call(U8, &[10, 30], 2, U8, &[302, 302]),
    ]
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnDiagFlat", flat)
            .accepts(&[("self", NUMBERS), ("out", NUMBERS)])
            .computes(computes::own)
            .bits(diagonals::on_diagonal)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
