//! `aclnnSparseFlashAttentionV2`: attention to the keys that each query lists. Source: ops-transformer, `attention/sparse_flash_attention`.

use crate::contract::sparse_attention::{Attention, Options};
use crate::prelude::*;

/// As `aclnnSparseFlashAttention`, on Ascend950 also with a sink: `sinksOptional` is the score of one more key of each head, whose value is 0.
#[aclnn]
fn aclnnSparseFlashAttentionV2(
    query: Input,
    key: Input,
    value: Option<Input>,
    sparse_indices: Input,
    block_table_optional: Option<Input>,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_kv_optional: Option<Input>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    sinks_optional: Option<Input>,
    scale_value: f64,
    sparse_block_size_optional: i64,
    layout_query_optional: Option<MutText>,
    layout_kv_optional: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    attention_mode: i64,
    return_softmax_lse: bool,
    attention_out: ConstOutput,
    softmax_max: Option<ConstOutput>,
    softmax_sum: Option<ConstOutput>,
) -> Planned {
    let attention = Attention {
        query: &query,
        key: &key,
        value: &value,
        sparse_indices: &sparse_indices,
        scale_value,
        attention_out: &attention_out,
        options: Options {
            block_table: &block_table_optional,
            lengths: [
                &actual_seq_lengths_query_optional,
                &actual_seq_lengths_kv_optional,
            ],
            ropes: [&query_rope_optional, &key_rope_optional],
            sinks: &sinks_optional,
            sparse_block_size: sparse_block_size_optional,
            layouts: [&layout_query_optional, &layout_kv_optional],
            sparse_mode,
            tokens: [pre_tokens, next_tokens],
            attention_mode,
            statistics: [softmax_max.as_ref(), softmax_sum.as_ref()],
            return_softmax_lse,
            packed: None,
        },
    };
    attention.plan()
}
