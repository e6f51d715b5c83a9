//! The rows of `aclnnSparseLightningIndexerGradKLLoss` and `aclnnSparseLightningIndexerGradKLLossV2`.

use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::shared::attention::training::{SHORT, WEIGHTS, losses};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSparseLightningIndexerGradKLLoss", || {
            losses(true, false)
        })
        .accepts(&[
            ("query", "as queryIndex"),
            ("key", "as queryIndex"),
            ("queryIndex", SHORT),
            ("keyIndex", "as queryIndex"),
            ("weights", "as queryIndex"),
            ("sparseIndices", "i32"),
            ("softmaxMax", "f32"),
            ("softmaxSum", "f32"),
            ("queryRope", "as queryIndex"),
            ("keyRope", "as queryIndex"),
            ("dQueryIndex", "as queryIndex"),
            ("dKeyIndex", "as queryIndex"),
            ("dWeights", "as weights"),
            ("loss", "f32"),
        ])
        .whole(|arguments| train("aclnnSparseLightningIndexerGradKLLoss", arguments))
        .accuracy(ROWS)
        .except(&[("dtypes weights", WEIGHTS)]),
        Row::new("aclnnSparseLightningIndexerGradKLLossV2", || {
            losses(true, true)
        })
        .accepts(&[
            ("query", "as queryIndex"),
            ("key", "as queryIndex"),
            ("queryIndex", SHORT),
            ("keyIndex", "as queryIndex"),
            ("weight", "as queryIndex"),
            ("sparseIndices", "i32"),
            ("softmaxMax", "f32"),
            ("softmaxSum", "f32"),
            ("queryRopeOptional", "as queryIndex"),
            ("keyRopeOptional", "as queryIndex"),
            ("sinksOptional", "any"),
            ("dQueryIndex", "as queryIndex"),
            ("dKeyIndex", "as queryIndex"),
            ("dWeight", "as weight"),
            ("loss", "f32"),
        ])
        .whole(|arguments| train("aclnnSparseLightningIndexerGradKLLossV2", arguments))
        .accuracy(ROWS)
        .except(&[("dtypes weight", WEIGHTS)]),
    ]
}
