//! `aclnnNsaSelectedAttention`: attention to the blocks of keys that each query lists. Source: ops-transformer, `attention/nsa_selected_attention`.

use crate::contract::native_sparse_attention::{Lists, Tokens, check_types_of_statistics};
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ keys^T) @ values` over the keys of the `selectedBlockCount` blocks of `selectedBlockSize` that `topkIndices` lists for each row of `query` and head of `key`.
/// FLOAT16 or BFLOAT16 in TND: `query` (T, N, D), `key` (Tkv, Nkv, D), `value` (Tkv, Nkv, Dv) with Dv up to D and N a multiple of up to 32 times Nkv, `topkIndices` (T, Nkv, `selectedBlockCount`) of INT32. The ends of sequences are
/// `actualSeqQLenOptional` and `actualSeqKvLenOptional`. With a mask and `sparseMode` 2 a query sees keys up to its own number in its sequence; `sparseMode` 0 ignores the mask, whose elements are never read. A block that is listed twice counts
/// twice; a list ends at the first number below 0. `softmaxMaxOut` and `softmaxSumOut` are FLOAT (T, N, 8), 0 where a query sees no key.
#[aclnn]
fn aclnnNsaSelectedAttention(
    query: Input,
    key: Input,
    value: Input,
    topk_indices: Input,
    atten_mask_optional: Option<Input>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    scale_value: f64,
    head_num: i64,
    input_layout: MutText,
    sparse_mode: i64,
    selected_block_size: i64,
    selected_block_count: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    attention_out: ConstOutput,
) -> Planned {
    let tokens = Tokens {
        query: &query,
        key: &key,
        value: &value,
        ends: [
            ("actualSeqQLenOptional", &actual_seq_q_len_optional),
            ("actualSeqKvLenOptional", &actual_seq_kv_len_optional),
        ],
        head_num,
        input_layout: &input_layout,
        scale: scale_value,
    };
    let lists = Lists {
        indices: &topk_indices,
        atten_mask: &atten_mask_optional,
        sparse_mode,
        blocks: [selected_block_size, selected_block_count],
    };
    tokens.check()?;
    lists.check()?;
    tokens.same_type(&[&attention_out])?;
    check_types_of_statistics(&[&softmax_max_out, &softmax_sum_out])?;
    let statistics = [&softmax_max_out, &softmax_sum_out];
    tokens
        .selected(&lists, statistics, &attention_out)
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
