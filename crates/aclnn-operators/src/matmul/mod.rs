//! Operators of ops-nn, `matmul/`, and of ops-transformer, `gmm/`: a file for each header.

pub mod addbmm;
pub mod addmm;
pub mod addmv;
pub mod baddbmm;
pub mod batch_matmul;
pub mod batchmatmul_quant;
pub mod convert_weight_to_int4_pack;
pub mod dual_level_quant_matmul_nz;
pub mod einsum;
pub mod fused_linear_cross_entropy_loss_grad;
pub mod fused_linear_online_max_sum;
pub mod fused_matmul;
pub mod fused_quant_matmul;
pub mod fused_quant_matmul_weight_nz;
pub mod gemm;
pub mod grouped_matmul;
pub mod grouped_matmul_activation_quant_weight_nz;
pub mod grouped_matmul_add;
pub mod grouped_matmul_add_v2;
pub mod grouped_matmul_finalize_routing;
pub mod grouped_matmul_finalize_routing_v2;
pub mod grouped_matmul_finalize_routing_v3;
pub mod grouped_matmul_finalize_routing_weight_nz;
pub mod grouped_matmul_finalize_routing_weight_nz_v2;
pub mod grouped_matmul_swiglu_quant;
pub mod grouped_matmul_swiglu_quant_v2;
pub mod grouped_matmul_swiglu_quant_weight_nz;
pub mod grouped_matmul_swiglu_quant_weight_nz_v2;
pub mod grouped_matmul_v2;
pub mod grouped_matmul_v3;
pub mod grouped_matmul_v4;
pub mod grouped_matmul_v5;
pub mod grouped_matmul_weight_nz;
#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_matmul.h, as all are"
)]
pub mod matmul;
pub mod matmul_emu_split_weight;
pub mod mm;
pub mod mv;
pub mod quant_batch_matmul_inplace_add;
pub mod quant_grouped_matmul_dequant;
pub mod quant_grouped_matmul_dequant_weight_nz;
pub mod quant_grouped_matmul_inplace_add;
pub mod quant_matmul;
pub mod quant_matmul_activation_quant_weight_nz;
pub mod quant_matmul_dequant;
pub mod quant_matmul_reduce_sum;
pub mod quant_matmul_v3;
pub mod quant_matmul_v4;
pub mod quant_matmul_v5;
pub mod quant_matmul_weight_nz;
pub mod rotate_quant;
pub mod sparse4to2quant_matmul_weight_nz;
pub mod transpose_batch_mat_mul;
pub mod transpose_quant_batch_mat_mul;
pub mod weight_quant_batch_matmul;
pub mod weight_quant_batch_matmul_nz;
pub mod weight_quant_batch_matmul_v2;
pub mod weight_quant_batch_matmul_v3;
