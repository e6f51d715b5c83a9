//! `aclnnNsaCompressAttention`: attention to keys that stand for windows of tokens, and the blocks of tokens that it weighs most. Source: ops-transformer, `attention/nsa_compress_attention`.

use crate::contract::native_sparse_attention::{
    Tokens, Windows, check_mask, check_type_of_lists, check_types_of_statistics,
};
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ key^T) @ value`, and for each row of `query` and head of `key` the `selectBlockCount` blocks of `selectBlockSize` tokens of the highest sums of weights: of block `i`, with `a = selectBlockSize / compressStride` and
/// `b = compressBlockSize / compressStride`, over the heads that share the head of `key`, m below a and n below b of the weight of key `a * (i + 1) - m - n`, where there is one. The lower one of equal blocks comes first.
/// FLOAT16 or BFLOAT16 in TND: `query` (T, N, D), `key` (Tkv, Nkv, D), `value` (Tkv, Nkv, Dv) with Dv up to D, N / Nkv a divisor of 128. The ends of sequences are `actualSeqQLenOptional`, `actualCmpSeqKvLenOptional` and, of blocks,
/// `actualSelSeqKvLenOptional`. Not 0 in `attenMaskOptional` (queries, keys of a sequence) hides a key, not 0 in `topkMaskOptional` (queries, blocks) puts a block before others; BOOL or UINT8. `softmaxMaxOut` and `softmaxSumOut`, FLOAT (T, N, 8), lie by
/// sequences, heads, then queries. A row whose keys are all hidden is 0, and weighs no block.
#[aclnn]
fn aclnnNsaCompressAttention(
    query: Input,
    key: Input,
    value: Input,
    atten_mask_optional: Option<Input>,
    topk_mask_optional: Option<Input>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_cmp_seq_kv_len_optional: Option<Ints>,
    actual_sel_seq_kv_len_optional: Option<Ints>,
    scale_value: f64,
    head_num: i64,
    input_layout: MutText,
    sparse_mode: i64,
    compress_block_size: i64,
    compress_stride: i64,
    select_block_size: i64,
    select_block_count: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    attention_out_out: ConstOutput,
    topk_indices_out: ConstOutput,
) -> Planned {
    let tokens = Tokens {
        query: &query,
        key: &key,
        value: &value,
        ends: [
            ("actualSeqQLenOptional", &actual_seq_q_len_optional),
            ("actualCmpSeqKvLenOptional", &actual_cmp_seq_kv_len_optional),
        ],
        head_num,
        input_layout: &input_layout,
        scale: scale_value,
    };
    tokens.check()?;
    check_mask(&atten_mask_optional)?;
    check_mask(&topk_mask_optional)?;
    tokens.same_type(&[&attention_out_out])?;
    check_types_of_statistics(&[&softmax_max_out, &softmax_sum_out])?;
    check_type_of_lists(&topk_indices_out)?;
    let windows = Windows {
        size: compress_block_size,
        stride: ("compressStride", compress_stride),
        block: select_block_size,
        count: select_block_count,
    };
    let planned = || -> Result<Call> {
        contract::sparse::one_of("sparseMode", sparse_mode, &[0, 1])?;
        tokens.compressed(
            &windows,
            [&atten_mask_optional, &topk_mask_optional],
            ("actualSelSeqKvLenOptional", &actual_sel_seq_kv_len_optional),
            [&softmax_max_out, &softmax_sum_out],
            [&attention_out_out, &topk_indices_out],
        )
    };
    planned().code(ACLNN_ERR_INNER_TILING_ERROR)
}
