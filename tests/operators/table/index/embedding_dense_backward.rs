//! The row of `aclnnEmbeddingDenseBackward`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::index::{index, spread};
use crate::table::{OVERLAP, Row, STRIDED, computes};

fn gradients() -> Vec<Vec<Argument>> {
    let call = |grad: &[i64], at: Argument, count, padding, mean| {
        let width = *grad.last().expect("an axis");
        vec![
            read(F32, grad, &NUMBERS),
            at,
            Argument::Int(count),
            Argument::Int(padding),
            Argument::Bool(mean),
            write(F32, &[count, width]),
        ]
    };
    vec![
        call(&[4, 3], index(I64, &[4], &[0, 1, 0, 1]), 3, 1000, false),
        call(
            &[2, 4, 3],
            index(I32, &[8], &[0, 1, 0, 4, 4, 2, 1, 4]),
            5,
            1,
            true,
        ),
        call(
            &[300, 70],
            index(I64, &[300], &spread(300, 40)),
            40,
            7,
            false,
        ),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnEmbeddingDenseBackward", gradients)
            .accepts(&[
                ("grad", "f32 f16 | 910B 950: + bf16"),
                ("indices", "i64 f16 f32 f64 i8 u8 i16 i32 bool"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .whole(scattering::embedding_gradient)
            .holds(STRIDED | OVERLAP),
    ]
}
