//! `aclnnBSASelectBlockMask`: the pairs of blocks of queries and keys whose means weigh most. Source: ops-transformer, `attention/bsa_select_block_mask`.

use crate::contract::block_choice::Chosen;
use crate::prelude::*;

/// Writes to `blockSparseMaskOut`, INT8 (sequences, heads, blocks of queries, blocks of keys), 1 for those pairs of a head of a sequence whose softmax over blocks of keys of `scaleValue * mean(query) @ mean(key)^T` is largest, of equal ones the first, and 0 for others: `sparsity`, between 0 and 1, times the number of its pairs, rounded, one at least.
/// FLOAT16 or BFLOAT16, BNSD or TND, heads of 128 elements, as many of `query` as of `key`. A block has `blockShape` queries and keys, multiples of 64; null is 128 each. `actualSeqLengths` and `actualSeqLengthsKV` are lengths of sequences, which TND requires. A mean is of the tokens of a block that are there, or of as many as
/// `actualBlockLenQuery` and `actualBlockLenKey` say, for each block of all sequences (BNSD: as many for each as the longest one has; TND: as it has itself); a block of 0 tokens has a mean of 0, and is not chosen. `postBlockShape` is null.
#[aclnn]
fn aclnnBSASelectBlockMask(
    query: Input,
    key: Input,
    block_shape: Option<Ints>,
    post_block_shape: Option<Ints>,
    actual_seq_lengths: Option<Ints>,
    actual_seq_lengths_k_v: Option<Ints>,
    actual_block_len_query: Option<Ints>,
    actual_block_len_key: Option<Ints>,
    q_input_layout: MutText,
    kv_input_layout: MutText,
    num_key_value_heads: i64,
    scale_value: f64,
    sparsity: f64,
    block_sparse_mask_out: Output,
) -> Planned {
    let chosen = Chosen {
        query: &query,
        key: &key,
        block_shape: &block_shape,
        post_block_shape: &post_block_shape,
        lengths: [&actual_seq_lengths, &actual_seq_lengths_k_v],
        block_lengths: [&actual_block_len_query, &actual_block_len_key],
        layouts: [&q_input_layout, &kv_input_layout],
        key_heads: num_key_value_heads,
        scale: scale_value,
        share: sparsity,
        map: &block_sparse_mask_out,
    };
    chosen.check()?;
    chosen
        .planned(&|| block_sparse_mask_out.write())
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
