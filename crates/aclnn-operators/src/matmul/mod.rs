//! Operators of ops-nn, `matmul/`: a file for each header.

pub mod addbmm;
pub mod addmm;
pub mod addmv;
pub mod baddbmm;
pub mod batch_matmul;
pub mod einsum;
pub mod fused_matmul;
pub mod gemm;
#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_matmul.h, as all are"
)]
pub mod matmul;
pub mod matmul_emu_split_weight;
pub mod mm;
pub mod mv;
pub mod transpose_batch_mat_mul;
