//! The row of `aclnnDenseLightningIndexerGradKLLoss`.

use crate::reference::attention::training::train;
use crate::table::Row;
use crate::table::shared::attention::training::{SHORT, WEIGHTS, losses};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDenseLightningIndexerGradKLLoss", || {
            losses(false, false)
        })
        .accepts(&[
            ("query", "as queryIndex"),
            ("key", "as queryIndex"),
            ("queryIndex", SHORT),
            ("keyIndex", "as queryIndex"),
            ("weights", "as queryIndex"),
            ("softmaxMax", "f32"),
            ("softmaxSum", "f32"),
            ("softmaxMaxIndex", "f32"),
            ("softmaxSumIndex", "f32"),
            ("queryRope", "as queryIndex"),
            ("keyRope", "as queryIndex"),
            ("dQueryIndex", "as queryIndex"),
            ("dKeyIndex", "as queryIndex"),
            ("dWeights", "as weights"),
            ("loss", "f32"),
        ])
        .whole(|arguments| train("aclnnDenseLightningIndexerGradKLLoss", arguments))
        .accuracy(ROWS)
        .except(&[("dtypes weights", WEIGHTS)]),
    ]
}
