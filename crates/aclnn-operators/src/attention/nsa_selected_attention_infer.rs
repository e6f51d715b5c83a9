//! `aclnnNsaSelectedAttentionInfer`: attention to the blocks of keys of a cache that each query lists. Source: ops-transformer, `attention/nsa_selected_attention_infer`.

use crate::contract::native_sparse_attention::Cached;
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ keys^T) @ values` over the keys of the blocks of `selectBlockSize` that `topkIndices` lists for each row of `query` and head of keys, up to the first number below 0. FLOAT16 or BFLOAT16.
/// `query` is BSH, BSND (the layout where `layoutOptional` is null) or TND, of up to four queries of a sequence; `key` and `value` are blocks of `pageBlockSize` (64 or 128) rows, (blocks, rows, heads times elements) or (blocks, rows, heads, elements), of 192 and 128 elements,
/// which `blockTableOptional` (B, places) of INT32 names. `actualQSeqLenOptional` and `actualKvSeqLenOptional` are lengths of sequences. A query sees keys up to itself, counted from the ends of both. `topkIndices` is (T, Nkv, `selectBlockCount`) or
/// (B, S, Nkv, `selectBlockCount`) of INT32. `attenMaskOptional` and `sparseMode` are not read.
#[aclnn(max_workspace)]
fn aclnnNsaSelectedAttentionInfer(
    query: Input,
    key: Input,
    value: Input,
    topk_indices: Input,
    atten_mask_optional: Option<Input>,
    block_table_optional: Option<Input>,
    actual_q_seq_len_optional: Option<Ints>,
    actual_kv_seq_len_optional: Option<Ints>,
    layout_optional: Option<MutText>,
    num_heads: i64,
    num_key_value_heads: i64,
    select_block_size: i64,
    select_block_count: i64,
    page_block_size: i64,
    scale_value: f64,
    sparse_mode: i64,
    output: Output,
) -> Planned {
    // Reserved.
    let _ = (&atten_mask_optional, sparse_mode);
    let cached = Cached {
        query: &query,
        key: &key,
        value: &value,
        block_table: &block_table_optional,
        lengths: [
            ("actualQSeqLenOptional", &actual_q_seq_len_optional),
            ("actualKvSeqLenOptional", &actual_kv_seq_len_optional),
        ],
        layout: &layout_optional,
        layouts: &["BSH", "BSND", "TND"],
        heads: [num_heads, num_key_value_heads],
        page: page_block_size,
        scale: scale_value,
        output: &output,
    };
    cached.check(&topk_indices)?;
    let blocks = [select_block_size, select_block_count];
    cached
        .selected(&topk_indices, blocks, &|| output.write())
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
