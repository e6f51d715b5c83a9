//! Operators of ops-nn, `vfusion/`: a file for each header.

pub mod modulate;
pub mod modulate_backward;
pub mod multi_scale_deformable_attention_grad;
pub mod multi_scale_deformable_attn_function;
pub mod scaled_masked_softmax;
pub mod scaled_masked_softmax_backward;
