//! The row of `aclnnBlockSparseAttentionGrad`.

use crate::reference::attention::block_sparse::gradient;
use crate::table::Row;
use crate::table::shared::attention::block_sparse::{NULL, SHORT, gradients};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBlockSparseAttentionGrad", gradients)
            .accepts(&[
                ("dout", "as query"),
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("attentionOut", "as query"),
                ("softmaxLse", "f32"),
                ("blockSparseMaskOptional", "bool u8"),
                ("attenMaskOptional", "bool"),
                ("dq", "as query"),
                ("dk", "as query"),
                ("dv", "as query"),
            ])
            .whole(gradient)
            .accuracy(ROWS)
            .except(&[("dtypes attenMaskOptional", NULL)]),
    ]
}
