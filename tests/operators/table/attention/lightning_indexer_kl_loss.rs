//! The row of `aclnnLightningIndexerKLLoss`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::attention::training::divergence;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::rows::{ROWS, near_1};

fn divergences() -> Vec<Vec<Argument>> {
    let of = |dtype: Dtype, shape: &[i64], by: &'static str| {
        vec![
            near_1(dtype, shape, 1),
            read(dtype, shape, &[0.25, 0.0, 0.5, 0.125, 0.0625]),
            Argument::Float(1e-3),
            Argument::Text(by),
            write(dtype, &[1]),
        ]
    };
    vec![
        of(F32, &[5, 7], "logits"),
        of(F16, &[2, 3, 9], "probs"),
        of(Bf16, &[4, 1], "logits"),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLightningIndexerKLLoss", divergences)
            .accepts(&[
                ("targetScore", "none | 910B 950: f32 f16 bf16"),
                ("indexProbs", "as targetScore"),
                ("loss", "as targetScore"),
            ])
            .whole(divergence)
            .accuracy(ROWS),
    ]
}
