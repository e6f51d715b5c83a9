//! The row of `aclnnSparseLightningIndexerKLLossGrad`.

use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::shared::attention::training::{SHORT, gradients, with_lengths};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseLightningIndexerKLLossGrad", || gradients(true))
            .accepts(with_lengths!(
                "SeqLens",
                "seqUsed",
                ("q", SHORT),
                ("k", "as q"),
                ("w", "f32"),
                ("sparseIndices", "i32"),
                ("attnSoftmaxL1Norm", "f32"),
                ("dq", "as q"),
                ("dk", "as k"),
                ("dw", "f32"),
                ("softmaxOut", "f32"),
            ))
            .whole(|arguments| train("aclnnSparseLightningIndexerKLLossGrad", arguments))
            .accuracy(ROWS),
    ]
}
