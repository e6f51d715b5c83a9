//! The row of `aclnnNsaSelectedAttentionInfer`.

use crate::reference::attention::native_sparse::selected_in_blocks;
use crate::table::Row;
use crate::table::shared::attention::native_sparse::{SHORT, selections_of_caches};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaSelectedAttentionInfer", selections_of_caches)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("topkIndices", "i32"),
                ("attenMaskOptional", "any"),
                ("blockTableOptional", "i32"),
                ("output", "as query"),
            ])
            .whole(selected_in_blocks)
            .accuracy(ROWS),
    ]
}
