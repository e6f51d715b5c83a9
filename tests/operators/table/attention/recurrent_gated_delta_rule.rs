//! The row of `aclnnRecurrentGatedDeltaRule`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::recurrent;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRecurrentGatedDeltaRule", recurrent)
            .accepts(&[
                ("query", "none | 910B 950: bf16"),
                ("key", "as query"),
                ("value", "as query"),
                ("beta", "as query"),
                ("stateRef", "none | 910B 950: bf16 f32"),
                ("actualSeqLengths", "i32"),
                ("ssmStateIndices", "i32"),
                ("g", "f32"),
                ("gk", "f32"),
                ("numAcceptedTokens", "i32"),
                ("out", "as query"),
            ])
            .whole(reference::recurrent)
            .accuracy(ROWS),
    ]
}
