//! Operators of the category `mc2`, a file for each with its versions.

mod all_gather_matmul;
mod all_to_all_all_gather_batch_matmul;
mod allto_all_matmul;
mod allto_all_quant_matmul;
mod allto_allv_grouped_mat_mul;
mod allto_allv_quant_grouped_mat_mul;
mod attention_to_ffn;
mod batch_matmul_reduce_scatter_all_to_all;
mod distribute_barrier;
mod ffn_to_attention;
mod grouped_mat_mul_all_reduce;
mod grouped_mat_mul_allto_allv;
mod matmul_all_reduce;
mod matmul_all_reduce_add_rms_norm;
mod matmul_allto_all;
mod matmul_reduce_scatter;
mod moe_distribute_combine;
mod moe_distribute_combine_add_rms_norm;
mod moe_distribute_combine_setup;
mod moe_distribute_combine_teardown;
mod moe_distribute_dispatch;
mod moe_distribute_dispatch_setup;
mod moe_distribute_dispatch_teardown;
mod moe_update_expert;
mod quant_all_reduce;
mod quant_grouped_mat_mul_allto_allv;
mod quant_matmul_all_reduce;
mod quant_matmul_all_reduce_add_rms_norm;
mod quant_matmul_allto_all;
mod quant_reduce_scatter;
mod weight_quant_matmul_all_reduce;
mod weight_quant_matmul_all_reduce_add_rms_norm;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        all_gather_matmul::rows(),
        all_to_all_all_gather_batch_matmul::rows(),
        allto_all_matmul::rows(),
        allto_all_quant_matmul::rows(),
        allto_allv_grouped_mat_mul::rows(),
        allto_allv_quant_grouped_mat_mul::rows(),
        attention_to_ffn::rows(),
        batch_matmul_reduce_scatter_all_to_all::rows(),
        distribute_barrier::rows(),
        ffn_to_attention::rows(),
        grouped_mat_mul_all_reduce::rows(),
        grouped_mat_mul_allto_allv::rows(),
        matmul_all_reduce::rows(),
        matmul_all_reduce_add_rms_norm::rows(),
        matmul_allto_all::rows(),
        matmul_reduce_scatter::rows(),
        moe_distribute_combine::rows(),
        moe_distribute_combine_add_rms_norm::rows(),
        moe_distribute_combine_setup::rows(),
        moe_distribute_combine_teardown::rows(),
        moe_distribute_dispatch::rows(),
        moe_distribute_dispatch_setup::rows(),
        moe_distribute_dispatch_teardown::rows(),
        moe_update_expert::rows(),
        quant_all_reduce::rows(),
        quant_grouped_mat_mul_allto_allv::rows(),
        quant_matmul_all_reduce::rows(),
        quant_matmul_all_reduce_add_rms_norm::rows(),
        quant_matmul_allto_all::rows(),
        quant_reduce_scatter::rows(),
        weight_quant_matmul_all_reduce::rows(),
        weight_quant_matmul_all_reduce_add_rms_norm::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
