//! `aclnnBlockSparseAttention`: attention of blocks of queries to some of the blocks of keys. Source: ops-transformer, `attention/block_sparse_attention`.

use crate::contract::block_sparse::{Sides, TYPES};
use crate::contract::block_sparse_versions::Attending;
use crate::contract::sparse::NONE;
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ key^T) @ value`, where a query sees the keys of the blocks that `blockSparseMaskOptional` (sequences, heads, blocks of queries, blocks of keys; INT8) has another number than 0 for, or all keys if it is null.
/// FLOAT16 or BFLOAT16 in TND, BNSD or BSND, heads of 64 or 128 elements. A block has `blockShapeOptional` queries and keys, of which the second is a multiple of 128 (of 16 on Ascend950); null is 128 each. `actualSeqLengthsOptional` and `actualSeqLengthsKvOptional` are lengths of
/// sequences, which TND requires. With `softmaxLseFlag` 1 `softmaxLseOptional`, FLOAT, gets the logarithm of the sum of exponentials of each head of each row. A query without keys, and a row of no sequence, is 0, with a logarithm of infinity.
/// `attenMaskOptional` and `blockTableOptional` are null, `maskType` and `blockSize` 0, `preTokens` and `nextTokens` 2147483647; `innerPrecise` is 4 on Ascend950, otherwise 0, or of FLOAT16 also 1: the result is the same.
#[aclnn]
fn aclnnBlockSparseAttention(
    query: Input,
    key: Input,
    value: Input,
    block_sparse_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    block_shape_optional: Option<Ints>,
    actual_seq_lengths_optional: Option<Ints>,
    actual_seq_lengths_kv_optional: Option<Ints>,
    block_table_optional: Option<Input>,
    q_input_layout: MutText,
    kv_input_layout: MutText,
    num_key_value_heads: i64,
    mask_type: i64,
    scale_value: f64,
    inner_precise: i64,
    block_size: i64,
    pre_tokens: i64,
    next_tokens: i64,
    softmax_lse_flag: i64,
    attention_out: Output,
    softmax_lse_optional: Option<Output>,
) -> Planned {
    let attending = Attending {
        sides: Sides {
            query: &query,
            key: &key,
            value: &value,
            types: TYPES,
            layouts: [&q_input_layout, &kv_input_layout],
            allowed: &["TND", "BNSD", "BSND"],
            lengths: [
                &actual_seq_lengths_optional,
                &actual_seq_lengths_kv_optional,
            ],
            key_heads: num_key_value_heads,
            shape: ("blockShapeOptional", block_shape_optional.as_ref()),
            atten_mask: &atten_mask_optional,
            mask_type,
            scale: scale_value,
        },
        map: &block_sparse_mask_optional,
        block_table: &block_table_optional,
        scales: [&NONE; 3],
        weight_scale: &NONE,
        inner_precise,
        block_size,
        window: [pre_tokens, next_tokens],
        lse_flag: softmax_lse_flag,
        quant_mode: None,
        dst_type_max: 0.0,
        attention_out: &attention_out,
        lse: &softmax_lse_optional,
    };
    Ok(attending.planned()?)
}
