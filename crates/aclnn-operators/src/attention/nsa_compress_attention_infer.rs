//! `aclnnNsaCompressAttentionInfer`: attention to keys of a cache that stand for windows of tokens, and the blocks of tokens that it weighs most. Source: ops-transformer, `attention/nsa_compress_attention_infer`.

use crate::contract::native_sparse_attention::{Cached, Step, Windows};
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ key^T) @ value`, and lists for each row of `query` and head of keys `selectBlockCount` blocks of `selectBlockSize` tokens: the first one, the last two of those that the windows of all keys lie in, then others by their sums of weights, as
/// `aclnnNsaCompressAttention` adds them. FLOAT16 or BFLOAT16. `query` is TND, or BSND (the layout where `layoutOptional` is null); `key` and `value` are (blocks, `pageBlockSize`, heads times elements), which `blockTableOptional` (B, places) of INT32 names;
/// `actualCmpKvSeqLenOptional` are the lengths of their sequences. A sequence has `actualQSeqLenOptional` queries, one to four, if `actualSelKvSeqLenOptional`, its tokens, fit the keys; otherwise one. With a mask, whose elements are not read, a query that lies before the last token of the last
/// window does not see that key, where sequences have several queries. `topKMaskOptional` and `sparseMode` are not read. `topKOutput` is (T, Nkv, `selectBlockCount`) or (B, S, Nkv, `selectBlockCount`) of INT32.
#[aclnn(max_workspace)]
fn aclnnNsaCompressAttentionInfer(
    query: Input,
    key: Input,
    value: Input,
    attention_mask_optional: Option<Input>,
    block_table_optional: Option<Input>,
    actual_q_seq_len_optional: Option<Ints>,
    actual_cmp_kv_seq_len_optional: Option<Ints>,
    actual_sel_kv_seq_len_optional: Option<Ints>,
    top_k_mask_optional: Option<Input>,
    num_heads: i64,
    num_key_value_heads: i64,
    select_block_size: i64,
    select_block_count: i64,
    compress_block_size: i64,
    compress_block_stride: i64,
    scale_value: f64,
    layout_optional: Option<MutText>,
    page_block_size: i64,
    sparse_mode: i64,
    output: ConstOutput,
    top_k_output: ConstOutput,
) -> Planned {
    // Reserved.
    let _ = (&top_k_mask_optional, sparse_mode);
    let cached = Cached {
        query: &query,
        key: &key,
        value: &value,
        block_table: &block_table_optional,
        lengths: [
            ("actualQSeqLenOptional", &actual_q_seq_len_optional),
            ("actualCmpKvSeqLenOptional", &actual_cmp_kv_seq_len_optional),
        ],
        layout: &layout_optional,
        layouts: &["BSND", "TND"],
        heads: [num_heads, num_key_value_heads],
        page: page_block_size,
        scale: scale_value,
        output: &output,
    };
    cached.check(&top_k_output)?;
    let step = Step {
        windows: Windows {
            size: compress_block_size,
            stride: ("compressBlockStride", compress_block_stride),
            block: select_block_size,
            count: select_block_count,
        },
        mask: &attention_mask_optional,
        tokens: &actual_sel_kv_seq_len_optional,
    };
    let write = || -> Result<_> { Ok([output.write()?, top_k_output.write()?]) };
    cached
        .compressed(&step, &top_k_output, &write)
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
