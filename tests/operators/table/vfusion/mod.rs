//! Operators of the category `vfusion`, a file for each with its versions.

mod modulate;
mod modulate_backward;
mod multi_scale_deformable_attention_grad;
mod multi_scale_deformable_attn_function;
mod scaled_masked_softmax;
mod scaled_masked_softmax_backward;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        modulate::rows(),
        modulate_backward::rows(),
        multi_scale_deformable_attention_grad::rows(),
        multi_scale_deformable_attn_function::rows(),
        scaled_masked_softmax::rows(),
        scaled_masked_softmax_backward::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
