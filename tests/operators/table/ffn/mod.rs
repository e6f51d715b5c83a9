//! Operators of the category `ffn`, a file for each with its versions.

#[expect(
    clippy::module_inception,
    reason = "a category and one of its operators are named alike"
)]
mod ffn;
mod ffn_worker_batching;
mod ffn_worker_scheduler;
mod swin_transformer_ln_qkv_quant;

use crate::table::Row;

pub fn rows() -> Vec<Row> {
    [
        ffn::rows(),
        ffn_worker_batching::rows(),
        ffn_worker_scheduler::rows(),
        swin_transformer_ln_qkv_quant::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
