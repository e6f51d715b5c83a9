//! Operators of the category `norm`, a file for each with its versions.

mod ada_layer_norm;
mod ada_layer_norm_backward;
mod ada_layer_norm_quant;
mod add_layer_norm;
mod add_layer_norm_grad;
mod add_layer_norm_quant;
mod add_rms_norm;
mod add_rms_norm_bias;
mod add_rms_norm_cast;
mod add_rms_norm_dynamic_mx_quant;
mod add_rms_norm_dynamic_quant;
mod add_rms_norm_quant;
mod batch_norm;
mod batch_norm_backward;
mod batch_norm_backward_reduce;
mod batch_norm_elemt;
mod batch_norm_elemt_backward;
mod batch_norm_gather_stats_with_counts;
mod batch_norm_reduce;
mod deep_norm;
mod deep_norm_grad;
mod embedding_renorm;
mod fast_batch_norm_backward;
mod gemma_rms_norm;
mod group_norm;
mod group_norm_backward;
mod group_norm_silu;
mod group_norm_silu_quant;
mod group_norm_swish;
mod group_norm_swish_grad;
mod instance_norm;
mod layer_norm;
mod layer_norm_backward;
mod layer_norm_quant;
mod linalg_vector_norm;
mod masked_softmax_with_rel_pos_bias;
#[expect(
    clippy::module_inception,
    reason = "a category and one of its operators are named alike"
)]
mod norm;
mod quantized_batch_norm;
mod renorm;
mod rms_norm;
mod rms_norm_dynamic_mx_quant;
mod rms_norm_dynamic_quant;
mod rms_norm_grad;
mod rms_norm_grad_quant;
mod rms_norm_quant;
mod sync_batch_norm_gather_stats;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        ada_layer_norm::rows(),
        ada_layer_norm_backward::rows(),
        ada_layer_norm_quant::rows(),
        add_layer_norm::rows(),
        add_layer_norm_grad::rows(),
        add_layer_norm_quant::rows(),
        add_rms_norm::rows(),
        add_rms_norm_bias::rows(),
        add_rms_norm_cast::rows(),
        add_rms_norm_dynamic_mx_quant::rows(),
        add_rms_norm_dynamic_quant::rows(),
        add_rms_norm_quant::rows(),
        batch_norm::rows(),
        batch_norm_backward::rows(),
        batch_norm_backward_reduce::rows(),
        batch_norm_elemt::rows(),
        batch_norm_elemt_backward::rows(),
        batch_norm_gather_stats_with_counts::rows(),
        batch_norm_reduce::rows(),
        deep_norm::rows(),
        deep_norm_grad::rows(),
        embedding_renorm::rows(),
        fast_batch_norm_backward::rows(),
        gemma_rms_norm::rows(),
        group_norm::rows(),
        group_norm_backward::rows(),
        group_norm_silu::rows(),
        group_norm_silu_quant::rows(),
        group_norm_swish::rows(),
        group_norm_swish_grad::rows(),
        instance_norm::rows(),
        layer_norm::rows(),
        layer_norm_backward::rows(),
        layer_norm_quant::rows(),
        linalg_vector_norm::rows(),
        masked_softmax_with_rel_pos_bias::rows(),
        norm::rows(),
        quantized_batch_norm::rows(),
        renorm::rows(),
        rms_norm::rows(),
        rms_norm_dynamic_mx_quant::rows(),
        rms_norm_dynamic_quant::rows(),
        rms_norm_grad::rows(),
        rms_norm_grad_quant::rows(),
        rms_norm_quant::rows(),
        sync_batch_norm_gather_stats::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
