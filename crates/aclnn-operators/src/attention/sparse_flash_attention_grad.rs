//! `aclnnSparseFlashAttentionGrad`: gradients of attention to the keys that each query lists. Source: ops-transformer, `attention/sparse_flash_attention_grad`.

use crate::contract::sparse_gradients::Gradient;
use crate::prelude::*;

/// Computes the gradients of `aclnnSparseFlashAttention` by queries, keys, values and second parts from the gradient by its results, its results and its statistics: FLOAT16 or BFLOAT16, sums in DOUBLE, in one order whatever threads do. Lists, layouts,
/// lengths and `sparseMode` are those of `aclnnSparseFlashAttention`; `sparseBlockSize` is 1, 8, 16, 32 or 64, on Ascend950 1, where lists have a multiple of 1024 numbers up to 8192. Without `value` values are the keys, `dValueOut` is null, and
/// `dKeyOut` is the sum of both gradients. Second parts may be null, then both, with their gradients. `deterministic` does nothing. Rows of no sequence have gradients of 0.
#[aclnn]
fn aclnnSparseFlashAttentionGrad(
    query: Input,
    key: Input,
    value: Option<Input>,
    sparse_indices: Input,
    d_out: Input,
    out: Input,
    softmax_max: Input,
    softmax_sum: Input,
    actual_seq_lengths_query_optional: Option<Input>,
    actual_seq_lengths_kv_optional: Option<Input>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    scale_value: f64,
    sparse_block_size: i64,
    layout_optional: Option<MutText>,
    sparse_mode: i64,
    pre_tokens: i64,
    next_tokens: i64,
    deterministic: bool,
    d_query_out: ConstOutput,
    d_key_out: ConstOutput,
    d_value_out: Option<ConstOutput>,
    d_query_rope_out_optional: Option<ConstOutput>,
    d_key_rope_out_optional: Option<ConstOutput>,
) -> Planned {
    let _ = deterministic;
    let gradient = Gradient {
        sides: [&query, &key],
        value: &value,
        sparse_indices: &sparse_indices,
        results: [&d_out, &out],
        statistics: [&softmax_max, &softmax_sum],
        lengths: [
            &actual_seq_lengths_query_optional,
            &actual_seq_lengths_kv_optional,
        ],
        ropes: [&query_rope_optional, &key_rope_optional],
        scale_value,
        sparse_block_size,
        layout: &layout_optional,
        sparse_mode,
        tokens: [pre_tokens, next_tokens],
        gradients: [&d_query_out, &d_key_out],
        by_value: &d_value_out,
        by_ropes: [&d_query_rope_out_optional, &d_key_rope_out_optional],
    };
    gradient.plan()
}
