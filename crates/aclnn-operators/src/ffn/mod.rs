//! Operators of ops-transformer, `ffn/`: a file for each header.

#[allow(
    clippy::module_inception,
    reason = "named by its header, aclnn_ffn.h, as all are"
)]
pub mod ffn;
pub mod ffn_v2;
pub mod ffn_v3;
pub mod ffn_worker_batching;
pub mod ffn_worker_scheduler;
pub mod swin_transformer_ln_qkv_quant;
