//! Operators of ops-nn, `norm/`: a file for each header.

pub mod ada_layer_norm;
pub mod ada_layer_norm_backward;
pub mod ada_layer_norm_quant;
pub mod ada_layer_norm_v2;
pub mod add_layer_norm;
pub mod add_layer_norm_grad;
pub mod add_layer_norm_quant;
pub mod add_layer_norm_quant_v2;
pub mod add_rms_norm;
pub mod add_rms_norm_bias;
pub mod add_rms_norm_cast;
pub mod add_rms_norm_dynamic_mx_quant;
pub mod add_rms_norm_dynamic_quant;
pub mod add_rms_norm_dynamic_quant_v2;
pub mod add_rms_norm_quant;
pub mod add_rms_norm_quant_v2;
pub mod batch_norm;
pub mod batch_norm_backward;
pub mod batch_norm_backward_reduce;
pub mod batch_norm_elemt;
pub mod batch_norm_elemt_backward;
pub mod batch_norm_gather_stats_with_counts;
pub mod batch_norm_reduce;
pub mod deep_norm;
pub mod deep_norm_grad;
pub mod embedding_renorm;
pub mod fast_batch_norm_backward;
pub mod gemma_rms_norm;
pub mod group_norm;
pub mod group_norm_backward;
pub mod group_norm_silu;
pub mod group_norm_silu_quant;
pub mod group_norm_swish;
pub mod group_norm_swish_grad;
pub mod inplace_add_rms_norm;
pub mod instance_norm;
pub mod layer_norm;
pub mod layer_norm_backward;
pub mod layer_norm_quant;
pub mod linalg_vector_norm;
pub mod masked_softmax_with_rel_pos_bias;
#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_norm.h, as all are"
)]
pub mod norm;
pub mod quantized_batch_norm;
pub mod renorm;
pub mod rms_norm;
pub mod rms_norm_dynamic_mx_quant;
pub mod rms_norm_dynamic_quant;
pub mod rms_norm_grad;
pub mod rms_norm_grad_quant;
pub mod rms_norm_quant;
pub mod rms_norm_quant_v3;
pub mod sync_batch_norm_gather_stats;
