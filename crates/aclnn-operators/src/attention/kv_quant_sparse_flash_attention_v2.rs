//! `aclnnKvQuantSparseFlashAttentionV2`: attention to the keys that each query lists, in rows that have their scales. Source: the call of op-plugin, `npu_kv_quant_sparse_flash_attention`, and ops-transformer, `attention/kv_quant_sparse_flash_attention`.

use crate::contract::sparse_attention::{Attention, Options, Packed};
use crate::prelude::*;

/// As `aclnnKvQuantSparseFlashAttention`, on Ascend950 also with a sink: `sinksOptional`, FLOAT, is the score of one more key of each head, whose value is 0.
#[aclnn]
fn aclnnKvQuantSparseFlashAttentionV2(
    query: Input,
    key: Input,
    value: Input,
    sparse_indices: Input,
    key_dequant_scale_optional: Option<Input>,
    value_dequant_scale_optional: Option<Input>,
    block_table_optional: Option<Input>,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_kv_optional: Option<Input>,
    sinks_optional: Option<Input>,
    scale_value: f64,
    key_quant_mode: i64,
    value_quant_mode: i64,
    sparse_block_size_optional: i64,
    layout_query_optional: Option<MutText>,
    layout_kv_optional: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    attention_mode: i64,
    quant_scale_repo_mode: i64,
    tile_size: i64,
    rope_head_dim: i64,
    attention_out: ConstOutput,
) -> Planned {
    let attention = Attention {
        query: &query,
        key: &key,
        value: &Some(value),
        sparse_indices: &sparse_indices,
        scale_value,
        attention_out: &attention_out,
        options: Options {
            block_table: &block_table_optional,
            lengths: [
                &actual_seq_lengths_query_optional,
                &actual_seq_lengths_kv_optional,
            ],
            ropes: [&None; 2],
            sinks: &sinks_optional,
            sparse_block_size: sparse_block_size_optional,
            layouts: [&layout_query_optional, &layout_kv_optional],
            sparse_mode,
            tokens: [pre_tokens, next_tokens],
            attention_mode,
            statistics: [None; 2],
            return_softmax_lse: false,
            packed: Some(Packed {
                scales: [
                    ("keyDequantScaleOptional", &key_dequant_scale_optional),
                    ("valueDequantScaleOptional", &value_dequant_scale_optional),
                ],
                modes: [
                    key_quant_mode,
                    value_quant_mode,
                    quant_scale_repo_mode,
                    tile_size,
                    rope_head_dim,
                ],
            }),
        },
    };
    attention.plan()
}
