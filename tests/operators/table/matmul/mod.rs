//! Operators of the category `matmul`, a file for each with its versions.

mod addbmm;
mod addmm;
mod addmv;
mod baddbmm;
mod batch_matmul;
mod batchmatmul_quant;
mod convert_weight_to_int4_pack;
mod dual_level_quant_matmul_nz;
mod einsum;
mod fused_linear_cross_entropy_loss_grad;
mod fused_linear_online_max_sum;
mod fused_matmul;
mod fused_quant_matmul;
mod gemm;
pub mod grouped_matmul;
mod grouped_matmul_activation_quant_weight_nz;
mod grouped_matmul_add;
mod grouped_matmul_finalize_routing;
mod grouped_matmul_swiglu_quant;
#[expect(
    clippy::module_inception,
    reason = "a category and one of its operators are named alike"
)]
mod matmul;
mod matmul_emu_split_weight;
mod mm;
mod mv;
mod quant_batch_matmul_inplace_add;
mod quant_grouped_matmul_dequant;
mod quant_grouped_matmul_inplace_add;
mod quant_matmul;
mod quant_matmul_activation_quant_weight_nz;
mod quant_matmul_dequant;
mod quant_matmul_reduce_sum;
mod rotate_quant;
mod sparse4to2quant_matmul_weight_nz;
mod transpose_batch_mat_mul;
mod transpose_quant_batch_mat_mul;
mod weight_quant_batch_matmul;
mod weight_quant_batch_matmul_nz;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        addbmm::rows(),
        addmm::rows(),
        addmv::rows(),
        baddbmm::rows(),
        batch_matmul::rows(),
        batchmatmul_quant::rows(),
        convert_weight_to_int4_pack::rows(),
        dual_level_quant_matmul_nz::rows(),
        einsum::rows(),
        fused_linear_cross_entropy_loss_grad::rows(),
        fused_linear_online_max_sum::rows(),
        fused_matmul::rows(),
        fused_quant_matmul::rows(),
        gemm::rows(),
        grouped_matmul::rows(),
        grouped_matmul_activation_quant_weight_nz::rows(),
        grouped_matmul_add::rows(),
        grouped_matmul_finalize_routing::rows(),
        grouped_matmul_swiglu_quant::rows(),
        matmul::rows(),
        matmul_emu_split_weight::rows(),
        mm::rows(),
        mv::rows(),
        quant_batch_matmul_inplace_add::rows(),
        quant_grouped_matmul_dequant::rows(),
        quant_grouped_matmul_inplace_add::rows(),
        quant_matmul::rows(),
        quant_matmul_activation_quant_weight_nz::rows(),
        quant_matmul_dequant::rows(),
        quant_matmul_reduce_sum::rows(),
        rotate_quant::rows(),
        sparse4to2quant_matmul_weight_nz::rows(),
        transpose_batch_mat_mul::rows(),
        transpose_quant_batch_mat_mul::rows(),
        weight_quant_batch_matmul::rows(),
        weight_quant_batch_matmul_nz::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
