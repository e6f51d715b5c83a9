//! The row of `aclnnFusedLinearCrossEntropyLossGrad`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::linear_losses as reference;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::linear_losses::exact;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, index, [m, k, n], is_packed, has_softmax) in [
        (F16, I32, [5, 8, 128], false, true),
        (Bf16, I64, [17, 16, 130], true, true),
        (F16, I64, [9, 3, 7], true, false),
        (Bf16, I32, [6, 24, 140], false, false),
    ] {
        let offsets: Vec<f64> = (0..m).map(|row| ((row * 5) % 19 % n) as f64).collect();
        let marks = match is_packed {
            true => read(U8, &[(m + 7) / 8], &[0b0110_1001 as f64, 5.0]),
            false => read(Bool, &[m], &[0.0, 1.0, 0.0, 0.0, 1.0]),
        };
        let positive =
            |shape: &[i64], by: f64| read(F32, shape, &[0.5, 1.0, 0.25, 0.75].map(|x| x * by));
        let given = |argument: Argument, is_there: bool| match is_there {
            true => argument,
            false => Argument::Null,
        };
        samples.push(vec![
            positive(&[m], 1.0),
            exact(dtype, &[m, k], 1),
            exact(dtype, &[n, k], 2),
            marks,
            read(index, &[m], &offsets),
            Argument::Float(0.0),
            given(read(F32, &[m], &[2.5, 3.0, 1.5]), !has_softmax),
            given(positive(&[m], 8.0), !has_softmax),
            given(positive(&[m, n], 0.125), has_softmax),
            write(dtype, &[m, k]),
            write(dtype, &[n, k]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedLinearCrossEntropyLossGrad", gradients)
            .accepts(&[
                ("grad", "none | 910B: f32"),
                ("input", "none | 910B: f16 bf16"),
                ("weight", "as input"),
                ("targetMask", "none | 910B: bool u8"),
                ("maskedTarget", "none | 910B: i32 i64"),
                ("logitsMaxOptional", "none | 910B: f32"),
                ("sumExpLogitsOptional", "none | 910B: f32"),
                ("softmaxOptional", "none | 910B: f32"),
                ("inputGradOut", "as input"),
                ("weightGradOut", "as input"),
            ])
            .whole(reference::gradients)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes logitsMaxOptional",
                    "null in the plainest call, with `softmaxOptional`",
                ),
                (
                    "dtypes sumExpLogitsOptional",
                    "null in the plainest call, with `softmaxOptional`",
                ),
            ]),
    ]
}
