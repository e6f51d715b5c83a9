//! The row of `aclnnChunkGatedDeltaRule`.

use crate::reference::recurrences as reference;
use crate::table::Row;
use crate::table::shared::recurrences::chunked;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnChunkGatedDeltaRule", chunked)
            .accepts(&[
                ("query", "none | 910B 950: bf16"),
                ("key", "as query"),
                ("value", "as query"),
                ("beta", "as query"),
                ("initialState", "none | 910B: bf16 | 950: bf16 f32"),
                ("actualSeqLengths", "i32"),
                ("gOptional", "f32"),
                ("out", "as query"),
                ("finalState", "as initialState"),
            ])
            .whole(reference::chunked)
            .accuracy(ROWS),
    ]
}
