//! The row of `aclnnNsaSelectedAttentionGrad`.

use crate::reference::attention::native_sparse::selected_gradient;
use crate::table::Row;
use crate::table::shared::attention::native_sparse::{SHORT, gradients};
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnNsaSelectedAttentionGrad", gradients)
            .accepts(&[
                ("query", SHORT),
                ("key", "as query"),
                ("value", "as query"),
                ("attentionOut", "as query"),
                ("attentionOutGrad", "as query"),
                ("softmaxMax", "f32"),
                ("softmaxSum", "f32"),
                ("topkIndices", "i32"),
                ("attenMaskOptional", "bool u8"),
                ("dqOut", "as query"),
                ("dkOut", "as query"),
                ("dvOut", "as query"),
            ])
            .whole(selected_gradient)
            .accuracy(ROWS),
    ]
}
