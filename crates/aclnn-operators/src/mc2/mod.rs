//! Operators of ops-transformer, `mc2/`: what several ranks do together. A file for each header.

pub mod all_gather_matmul;
pub mod allto_all_matmul;
pub mod allto_all_matmul_v2;
pub mod allto_allv_grouped_mat_mul;
pub mod allto_allv_grouped_mat_mul_v2;
pub mod distribute_barrier;
pub mod distribute_barrier_v2;
pub mod grouped_mat_mul_allto_allv;
pub mod grouped_mat_mul_allto_allv_v2;
pub mod matmul_all_reduce;
pub mod matmul_all_reduce_v2;
pub mod matmul_all_reduce_v3;
pub mod matmul_allto_all;
pub mod matmul_allto_all_v2;
pub mod matmul_reduce_scatter;
pub mod moe_distribute_combine;
pub mod moe_distribute_combine_add_rms_norm;
pub mod moe_distribute_combine_add_rms_norm_v2;
pub mod moe_distribute_combine_v2;
pub mod moe_distribute_combine_v3;
pub mod moe_distribute_combine_v4;
pub mod moe_distribute_dispatch;
pub mod moe_distribute_dispatch_v2;
pub mod moe_distribute_dispatch_v3;
pub mod moe_distribute_dispatch_v4;
