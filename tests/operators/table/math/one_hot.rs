//! The row of `aclnnOneHot`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::diagonals;
use crate::table::samples::{read, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

fn classes() -> Vec<Vec<Argument>> {
    let call = |index, shape: &[i64], number: i64, dtype, axis: i64| {
        let at = if axis < 0 { shape.len() } else { axis as usize };
        let mut out = shape.to_vec();
        out.insert(at, number);
        vec![
            read(index, shape, &[2.0, 0.0, 3.0, 1.0, -1.0, 2.0, 200.0]),
            Argument::Int(number),
            read(dtype, &[1], &[5.0]),
            read(dtype, &[2], &[-1.0, 9.0]),
            Argument::Int(axis),
            write(dtype, &out),
        ]
    };
    vec![
        call(I32, &[3, 2], 4, I32, -1),
        call(I64, &[3, 4], 3, F32, 0),
        call(U8, &[70, 5], 201, F16, 1),
        call(I32, &[], 3, I64, 0),
        call(I64, &[30, 41, 3], 5, U8, 2),
    ]
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnOneHot", classes)
            .accepts(&[
                ("self", "i32 i64 | 950: + u8"),
                ("onValue", "f16 f32 i32 i64 | 950: + i8 u8"),
                ("offValue", "as onValue"),
                ("out", "as onValue"),
            ])
            .computes(computes::own)
            .bits(diagonals::one_hot)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
