//! The row of `aclnnNsaCompressAttentionInfer`.

use crate::reference::attention::native_sparse::compressed_in_blocks;
use crate::table::Row;
use crate::table::shared::attention::native_sparse::{SHORT, compressions_of_caches};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaCompressAttentionInfer", compressions_of_caches)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("attentionMaskOptional", "any"),
                ("blockTableOptional", "i32"),
                ("topKMaskOptional", "any"),
                ("output", "as query"),
                ("topKOutput", "i32"),
            ])
            .whole(compressed_in_blocks)
            .accuracy(ROWS),
    ]
}
