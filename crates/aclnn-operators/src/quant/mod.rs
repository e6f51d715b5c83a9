//! Operators of ops-nn, `quant/`: a file for each header.

pub mod anti_mx_quant;
pub mod ascend_anti_quant;
pub mod ascend_quant;
pub mod ascend_quant_v3;
pub mod dequant_bias;
pub mod dynamic_mx_quant;
pub mod dynamic_mx_quant_v2;
pub mod dynamic_mx_quant_v3;
pub mod dynamic_mx_quant_with_dual_axis;
pub mod dynamic_mx_quant_with_dual_axis_v2;
pub mod dynamic_quant;
pub mod dynamic_quant_v2;
pub mod dynamic_quant_v3;
pub mod dynamic_quant_v4;
pub mod group_quant;
pub mod grouped_dynamic_mx_quant;
pub mod grouped_dynamic_mx_quant_v2;
pub mod grouped_dynamic_mx_quant_with_dual_axis;
pub mod quantize;
pub mod trans_quant_param;
pub mod trans_quant_param_v2;
pub mod trans_quant_param_v3;
