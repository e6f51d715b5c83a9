//! Operators of ops-nn, `quant/`: a file for each header.

pub mod anti_mx_quant;
pub mod dynamic_mx_quant;
pub mod dynamic_mx_quant_v2;
pub mod dynamic_mx_quant_v3;
pub mod dynamic_mx_quant_with_dual_axis;
pub mod dynamic_mx_quant_with_dual_axis_v2;
pub mod dynamic_quant;
pub mod grouped_dynamic_mx_quant;
pub mod grouped_dynamic_mx_quant_v2;
pub mod grouped_dynamic_mx_quant_with_dual_axis;
