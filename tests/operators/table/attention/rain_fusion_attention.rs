//! The row of `aclnnRainFusionAttention`.

use crate::reference::attention::block_sparse::forward;
use crate::table::Row;
use crate::table::shared::attention::block_sparse::{NULL, SHORT, lists};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRainFusionAttention", lists)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("selectIdx", "i64"),
                ("selectNumIdx", "i64"),
                ("attenMaskOptional", "bool"),
                ("blockTableOptional", "i32"),
                ("attentionOut", "as query"),
                ("softmaxLseOptional", "f32"),
            ])
            .whole(|arguments| forward("aclnnRainFusionAttention", arguments))
            .accuracy(ROWS)
            .except(&[
                ("dtypes attenMaskOptional", NULL),
                ("dtypes blockTableOptional", NULL),
                ("dtypes softmaxLseOptional", NULL),
            ]),
    ]
}
