//! The row of `aclnnFusedFloydAttention`.

use crate::reference::attention::pairs as reference;
use crate::table::Row;
use crate::table::shared::attention::pairs::{SINCE_910B, floyd};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedFloydAttention", floyd)
            .accepts(&[
                ("query", SINCE_910B),
                ("key1", "as query"),
                ("value1", "as query"),
                ("key2", "as query"),
                ("value2", "as query"),
                ("attenMaskOptional", "bool u8"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
                ("attentionOutOut", "as query"),
            ])
            .whole(reference::floyd)
            .accuracy(ROWS),
    ]
}
