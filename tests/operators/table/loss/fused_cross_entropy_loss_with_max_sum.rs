//! The row of `aclnnFusedCrossEntropyLossWithMaxSum`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::alignments;
use crate::table::samples::write;
use crate::table::shared::losses::{LOSSES, numbered, varied};
use crate::table::{OVERLAP, Row, STRIDED};

fn sums() -> Vec<Vec<Argument>> {
    let call = |dtype, rows: i64, logits: Option<i64>| {
        let sums = numbered(Dtype::F32, &[rows], 2, |i| 1.0 + i as f64 / 16.0);
        let logits_shape = [rows, logits.unwrap_or(1)];
        vec![
            numbered(Dtype::F32, &[rows], 1, |i| 4.0 + i as f64 / 512.0),
            sums,
            varied(Dtype::F32, &[rows], 3),
            Argument::Float(0.0),
            Argument::Null,
            Argument::Null,
            logits.map_or(Argument::Null, |_| varied(dtype, &logits_shape, 4)),
            write(Dtype::F32, &[rows]),
            write(Dtype::F32, &logits_shape),
        ]
    };
    vec![
        call(Dtype::F32, 5, Some(7)),
        call(Dtype::Bf16, 17, Some(33)),
        call(Dtype::F32, 9, None),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedCrossEntropyLossWithMaxSum", sums)
            .accepts(&[
                ("logitsMax", "none | 910B 950: f32"),
                ("sumExpLogits", "none | 910B 950: f32"),
                ("predictedLogits", "none | 910B 950: f32"),
                ("inputOptional", "any"),
                ("weightOptional", "any"),
                (
                    "vocabParallelLogitsOptional",
                    "none | 910B 950: f32 f16 bf16",
                ),
                ("lossOut", "none | 910B 950: f32"),
                ("softMaxOutOptional", "none | 910B 950: f32"),
            ])
            .whole(alignments::of_sums)
            .accuracy(LOSSES)
            .holds(STRIDED | OVERLAP),
    ]
}
