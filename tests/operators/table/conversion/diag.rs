//! The row of `aclnnDiag`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::diagonals;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::diagonals::NUMBERS;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn diagonals_of() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], number, out: &[i64]| {
        vec![
            patterns(dtype, shape, 2),
            Argument::Int(number),
            write(dtype, out),
        ]
    };
    let mut samples = vec![call(F32, &[4], 0, &[4, 4])];
    for dtype in [I8, Bf16, F32, Complex64] {
        samples.push(call(dtype, &[5], 2, &[7, 7]));
        samples.push(call(dtype, &[300], -1, &[301, 301]));
        samples.push(call(dtype, &[], 1, &[2, 2]));
        samples.push(call(dtype, &[5, 7], 3, &[4]));
        samples.push(call(dtype, &[5, 7], -2, &[3]));
        samples.push(call(dtype, &[5, 7], 0, &[5]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnDiag", diagonals_of)
            .accepts(&[("self", NUMBERS), ("out", "as self")])
            .computes(computes::own)
            .bits(diagonals::diagonal)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
