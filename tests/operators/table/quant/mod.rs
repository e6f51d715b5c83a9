//! Operators of the category `quant`, a file for each with its versions.

mod anti_mx_quant;
mod ascend_anti_quant;
mod ascend_quant;
mod dequant_bias;
mod dequant_situ_quant;
mod dequant_swiglu_quant;
mod dynamic_block_mx_quant;
mod dynamic_block_quant;
mod dynamic_dual_level_mx_quant;
mod dynamic_mx_quant;
mod dynamic_mx_quant_with_dual_axis;
mod dynamic_quant;
mod fake_quant_per_channel_affine_cachemask;
mod fake_quant_per_tensor_affine_cachemask;
mod flat_quant;
mod group_quant;
mod grouped_dynamic_block_quant;
mod grouped_dynamic_mx_quant;
mod grouped_dynamic_mx_quant_with_dual_axis;
mod grouped_quant_max;
mod mx_to_block_mx_quant;
mod quant_max;
mod quantize;
mod situ_mx_quant;
mod swi_glu_quant;
mod swiglu_backward_mx_quant_with_dual_axis;
mod swiglu_group_grad;
mod swiglu_mx_quant;
mod swiglu_mx_quant_with_dual_axis;
mod trans_quant_param_v2;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        anti_mx_quant::rows(),
        ascend_anti_quant::rows(),
        ascend_quant::rows(),
        dequant_bias::rows(),
        dequant_situ_quant::rows(),
        dequant_swiglu_quant::rows(),
        dynamic_block_mx_quant::rows(),
        dynamic_block_quant::rows(),
        dynamic_dual_level_mx_quant::rows(),
        dynamic_mx_quant::rows(),
        dynamic_mx_quant_with_dual_axis::rows(),
        dynamic_quant::rows(),
        fake_quant_per_channel_affine_cachemask::rows(),
        fake_quant_per_tensor_affine_cachemask::rows(),
        flat_quant::rows(),
        group_quant::rows(),
        grouped_dynamic_block_quant::rows(),
        grouped_dynamic_mx_quant::rows(),
        grouped_dynamic_mx_quant_with_dual_axis::rows(),
        grouped_quant_max::rows(),
        mx_to_block_mx_quant::rows(),
        quant_max::rows(),
        quantize::rows(),
        situ_mx_quant::rows(),
        swi_glu_quant::rows(),
        swiglu_backward_mx_quant_with_dual_axis::rows(),
        swiglu_group_grad::rows(),
        swiglu_mx_quant::rows(),
        swiglu_mx_quant_with_dual_axis::rows(),
        trans_quant_param_v2::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
