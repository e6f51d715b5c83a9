//! The row of `aclnnDenseLightningIndexerKLLossGrad`.

use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::shared::attention::training::{OF_950, gradients, with_lengths};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDenseLightningIndexerKLLossGrad", || gradients(false))
            .accepts(with_lengths!(
                "SeqLens",
                "seqUsed",
                ("q", OF_950),
                ("k", "as q"),
                ("w", "f32"),
                ("attnSoftmaxL1Norm", "f32"),
                ("softmaxLse", "f32"),
                ("dq", "as q"),
                ("dk", "as k"),
                ("dw", "f32"),
                ("softmaxOut", "f32"),
            ))
            .whole(|arguments| train("aclnnDenseLightningIndexerKLLossGrad", arguments))
            .accuracy(ROWS),
    ]
}
