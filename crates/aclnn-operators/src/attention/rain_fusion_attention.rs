//! `aclnnRainFusionAttention`: attention of blocks of queries to the blocks of keys that they list. Source: ops-transformer, `attention/rain_fusion_attention`.

use crate::contract::block_sparse::{Sides, TYPES, check_precision, without_lse, without_pages};
use crate::ops::block_sparse::block_sparse;
use crate::prelude::*;

/// Computes `softmax(scaleValue * query @ key^T) @ value`, where a block of `blockShape` queries sees the keys of the blocks whose numbers `selectIdx` (blocks of queries of all sequences, heads, the most blocks) lists; of each list the first `selectNumIdx` (blocks, heads) numbers count,
/// both INT64. Numbers of blocks that are not there are left out. FLOAT16 or BFLOAT16 in TND or BNSD, N / Nkv a divisor of 128 below it. `actualSeqLengthsOptional` and `actualSeqLengthsKvOptional` are lengths of sequences, which TND requires. A query without keys, and a row of no
/// sequence, is 0. `attenMaskOptional`, `blockTableOptional` and `softmaxLseOptional` are null, `maskType` 0, `innerPrecise` 0, or of FLOAT16 also 1: the result is the same. `blockSize` says nothing without a table.
#[aclnn]
fn aclnnRainFusionAttention(
    query: Input,
    key: Input,
    value: Input,
    select_idx: Input,
    select_num_idx: Input,
    block_shape: Ints,
    atten_mask_optional: Option<Input>,
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
    attention_out: ConstOutput,
    softmax_lse_optional: Option<ConstOutput>,
) -> Planned {
    let extents = Sides {
        query: &query,
        key: &key,
        value: &value,
        types: TYPES,
        layouts: [&q_input_layout, &kv_input_layout],
        allowed: &["TND", "BNSD"],
        lengths: [
            &actual_seq_lengths_optional,
            &actual_seq_lengths_kv_optional,
        ],
        key_heads: num_key_value_heads,
        shape: ("blockShape", Some(&block_shape)),
        atten_mask: &atten_mask_optional,
        mask_type,
        scale: scale_value,
    }
    .extents()?;
    extents.check_group(&query)?;
    check_precision(inner_precise, &query, false)?;
    let _ = block_size;
    without_pages(&block_table_optional)?;
    without_lse(softmax_lse_optional.as_deref())?;
    let extents = extents.with_lists(&select_idx, &select_num_idx)?;
    attention_out.same_dtype(&query)?;
    attention_out.same_shape(&query)?;
    let results = extents.queries(attention_out.write()?)?;
    Ok(block_sparse(extents.of, results, None)?)
}
