//! `aclnnBlockSparseAttentionV3`: as `aclnnBlockSparseAttentionV2`, of FLOAT4 too. Source: ops-transformer, `attention/block_sparse_attention`.

use crate::contract::block_sparse::Sides;
use crate::contract::block_sparse_versions::{Attending, OR_FLOAT4};
use crate::prelude::*;

/// As `aclnnBlockSparseAttentionV2`, with `quantMode` 0 for FLOAT16 and BFLOAT16, and 1 for FLOAT8_E4M3FN. On Ascend950 there are also 2 and 3, for FLOAT4_E2M1 and blocks of a multiple of 64 queries and keys: factors are FLOAT8_E8M0, two for every 64 elements of a row of queries and keys (the axes of the tensor without the last, `ceil(D / 64)`, 2), two for every
/// 64 rows of a column of values (as the tensor with `ceil(S / 64)` in place of rows, of TND of each sequence; 2 last), and there is no logarithm. Exponentials of scores are rounded to FLOAT4_E2M1 with one factor for 32 keys: with mode 2 the power of two that is not above the largest exponential, divided by 4; with mode 3 the power of two that
/// is not below the largest exponential divided by `dstTypeMax`, 6 to 12, of which 0 stands for 6. Weights are these, divided by their sum. `pQuantScaleOptional` is null.
#[aclnn]
fn aclnnBlockSparseAttentionV3(
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
    p_quant_scale_optional: Option<Input>,
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
    quant_mode: i64,
    dst_type_max: f64,
    attention_out: Output,
    softmax_lse_optional: Option<Output>,
) -> Planned {
    let attending = Attending {
        sides: Sides {
            query: &query,
            key: &key,
            value: &value,
            types: OR_FLOAT4,
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
        weight_scale: &p_quant_scale_optional,
        inner_precise,
        block_size,
        window: [pre_tokens, next_tokens],
        lse_flag: softmax_lse_flag,
        quant_mode: Some(quant_mode),
        dst_type_max,
        attention_out: &attention_out,
        lse: &softmax_lse_optional,
    };
    Ok(attending.planned()?)
}
