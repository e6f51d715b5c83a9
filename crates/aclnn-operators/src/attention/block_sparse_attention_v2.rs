//! `aclnnBlockSparseAttentionV2`: as `aclnnBlockSparseAttention`, of FLOAT8 too. Source: ops-transformer, `attention/block_sparse_attention`.

use crate::contract::block_sparse::Sides;
use crate::contract::block_sparse_versions::{Attending, OR_FLOAT8};
use crate::contract::sparse::NONE;
use crate::prelude::*;

/// As `aclnnBlockSparseAttention`; on Ascend950 `query`, `key` and `value` may also be FLOAT8_E4M3FN, with results of FLOAT16 or BFLOAT16. `blockShapeOptional` is then needed, and `qDequantScaleOptional`, `kDequantScaleOptional` and `vDequantScaleOptional`, FLOAT (sequences, heads, blocks, 1), are the factors of the tokens of each block;
/// otherwise they are null.
#[aclnn]
fn aclnnBlockSparseAttentionV2(
    query: Input,
    key: Input,
    value: Input,
    block_sparse_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    block_shape_optional: Option<Ints>,
    actual_seq_lengths_optional: Option<Ints>,
    actual_seq_lengths_kv_optional: Option<Ints>,
    block_table_optional: Option<Input>,
    q_dequant_scale_optional: Option<Input>,
    k_dequant_scale_optional: Option<Input>,
    v_dequant_scale_optional: Option<Input>,
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
            types: OR_FLOAT8,
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
        scales: [
            &q_dequant_scale_optional,
            &k_dequant_scale_optional,
            &v_dequant_scale_optional,
        ],
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
