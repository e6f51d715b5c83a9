//! The row of `aclnnNsaSelectedAttention`.

use crate::reference::attention::native_sparse::selected;
use crate::table::Row;
use crate::table::shared::attention::native_sparse::{SHORT, selections};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaSelectedAttention", selections)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("topkIndices", "i32"),
                ("attenMaskOptional", "bool u8"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
                ("attentionOut", "as query"),
            ])
            .whole(selected)
            .accuracy(ROWS),
    ]
}
