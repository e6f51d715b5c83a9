//! The row of `aclnnNsaCompressAttention`.

use crate::reference::attention::native_sparse::compressed;
use crate::table::Row;
use crate::table::shared::attention::native_sparse::{SHORT, compressions};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaCompressAttention", compressions)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("attenMaskOptional", "bool u8"),
                ("topkMaskOptional", "bool u8"),
                ("softmaxMaxOut", "f32"),
                ("softmaxSumOut", "f32"),
                ("attentionOutOut", "as query"),
                ("topkIndicesOut", "i32"),
            ])
            .whole(compressed)
            .accuracy(ROWS),
    ]
}
