//! `aclnnSparseFlashAttention`: attention to the keys that each query lists. Source: ops-transformer, `attention/sparse_flash_attention`.

use crate::contract::sparse_attention::{Attention, Options};
use crate::prelude::*;

/// Computes `softmax(scaleValue * (query @ key^T + queryRope @ keyRope^T)) @ key` over the keys that each query lists, FLOAT16 or BFLOAT16, with heads of 512 elements and second parts of 64, and keys of one head. `sparseIndices` are
/// numbers of blocks of `sparseBlockSizeOptional` keys of the sequence, ended by -1; only as many are read as there are blocks that the query sees. `sparseMode` 0: it sees all keys; 3: those up to
/// `i + keys - queries`. Layouts and lengths are those of `aclnnLightningIndexer`. Values are the keys: `value`, which may be null, is not read. With `returnSoftmaxLse` the largest score and the sum of
/// exponentials of each head of each query are written, (B, 1, S, N) or (1, T, N). A query that sees none of its keys has results and statistics of 0. `attentionMode` is 2.
#[aclnn]
fn aclnnSparseFlashAttention(
    query: Input,
    key: Input,
    value: Option<Input>,
    sparse_indices: Input,
    block_table_optional: Option<Input>,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_kv_optional: Option<Input>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
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
            sinks: &None,
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
