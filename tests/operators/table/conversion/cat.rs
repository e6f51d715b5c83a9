//! The row of `aclnnCat`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::shared::movement::joining::joined;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, computes};

/// Along every dimension, of every width and mixed types, of one tensor, empty ones, and large ones.
fn concatenated() -> Vec<Vec<Argument>> {
    let mut samples = vec![
        joined(&[(F32, &[3, 4]), (F32, &[3, 4])], 0, F32, &[6, 4]),
        joined(&[(F32, &[3, 4]), (F32, &[3, 1])], -1, F32, &[3, 5]),
        joined(
            &[(F32, &[3, 4]), (F32, &[0]), (F32, &[3, 0])],
            1,
            F32,
            &[3, 4],
        ),
        joined(&[(F16, &[2, 3]), (I32, &[2, 5])], 1, F32, &[2, 8]),
        joined(&[(I64, &[2, 3])], 1, F32, &[2, 3]),
        joined(&[(Bool, &[5]), (U8, &[2]), (I8, &[3])], 0, F64, &[10]),
        joined(
            &[(F32, &[1, 1000]), (F32, &[70, 1000])],
            0,
            F32,
            &[71, 1000],
        ),
        joined(&[(F4E2m1, &[3, 4]), (F4E2m1, &[3, 2])], 1, F4E2m1, &[3, 6]),
        joined(&[(F4E1m2, &[2, 3]), (F4E1m2, &[4, 3])], 0, F4E1m2, &[6, 3]),
        joined(&[(F8E8m0, &[3, 4]), (F8E8m0, &[3, 2])], 1, F8E8m0, &[3, 6]),
    ];
    for dtype in [I8, Bf16, I32, I64, Complex64] {
        samples.push(joined(
            &[
                (dtype, &[2, 3, 5]),
                (dtype, &[2, 7, 5]),
                (dtype, &[2, 1, 5]),
            ],
            1,
            dtype,
            &[2, 11, 5],
        ));
    }
    samples
}

const CAT: &str = "f32 i32 i64 f16 i16 i8 u8 f64 c64 bool | 910B: + bf16 | 950: + bf16 & none | 950: u16 u32 u64 e4m3 e5m2 hif8 e8m0 e1m2 e2m1";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCat", concatenated)
            .accepts(&[("tensors", CAT), ("out", CAT)])
            .computes(computes::own)
            .bits(movement::concatenated)
            .accuracy(Accuracy::Copied)
            .holds(OVERLAP | SHAPE)
            .except(&[
                ("dtypes tensors", "pairs without a conversion give 561103"),
                ("dtypes out", "pairs without a conversion give 561103"),
                ("strided", "elements of half a byte lie side by side"),
            ]),
    ]
}
