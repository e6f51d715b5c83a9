//! `aclnnFusedInferAttentionScoreV5`: attention for inference. Source: ops-transformer, `attention/fused_infer_attention_score`.

use crate::contract::attention::inference::{FUSED, Inference, Options};
use crate::prelude::*;

/// Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`, as
/// `aclnnFusedInferAttentionScoreV4`, also with slopes. On Ascend950 queries, keys and values of FLOAT8_E4M3FN also have scales of groups (MxFP8) or of rows and heads, with results in FLOAT16 or
/// BFLOAT16. D is 64 or 128, N and KN are the heads of queries and keys, T and KT their rows:
///
/// | `queryQuantMode`, `keyAntiquantMode`, `valueAntiquantMode` | `inputLayout` | keys and values | `dequantScaleQueryOptional` | `keyAntiquantScaleOptional` | `valueAntiquantScaleOptional` |
/// |---|---|---|---|---|---|
/// | 6, 6, 8: FLOAT8_E8M0 | TND | TND | (T, N, D/64, 2) or (KN, T, N/KN, D/64, 2) | (KT, KN, D/64, 2) | (blocks of 64 rows of each sequence, KN, D, 2) |
/// | 6, 6, 8 | TND | (blocks, KN, rows, D) | the same | (blocks, KN, rows, D/64, 2) | (blocks, KN, rows/64, D, 2) |
/// | 6, 6, 8 | TND | (blocks, KN, D/32, rows, 32) | the same | (blocks, KN, rows/16, D/64, 16, 2) | (blocks, KN, D/16, rows/64, 16, 2) |
/// | 3, 3, 2: FLOAT | NTD_TND, D is 128 | (blocks, KN, 128, D) | (N, T) | (blocks, KN, 128) | (KN) |
///
/// There `sparseMode` is 0 without a mask or 3 with it, and second parts for rotary positions (BFLOAT16, modes 6, 6 and 8) have no scales. `quantScale1Optional`, needed with modes 3, 3 and 2, is not
/// read: it scales weights before they are rounded, which is not done.
#[aclnn(max_workspace)]
fn aclnnFusedInferAttentionScoreV5(
    query: Input,
    key: Inputs,
    value: Inputs,
    pse_shift_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    actual_seq_lengths_optional: Option<Ints>,
    actual_seq_lengths_kv_optional: Option<Ints>,
    deq_scale1_optional: Option<Input>,
    quant_scale1_optional: Option<Input>,
    deq_scale2_optional: Option<Input>,
    quant_scale2_optional: Option<Input>,
    quant_offset2_optional: Option<Input>,
    antiquant_scale_optional: Option<Input>,
    antiquant_offset_optional: Option<Input>,
    block_table_optional: Option<Input>,
    query_padding_size_optional: Option<Input>,
    kv_padding_size_optional: Option<Input>,
    key_antiquant_scale_optional: Option<Input>,
    key_antiquant_offset_optional: Option<Input>,
    value_antiquant_scale_optional: Option<Input>,
    value_antiquant_offset_optional: Option<Input>,
    key_shared_prefix_optional: Option<Input>,
    value_shared_prefix_optional: Option<Input>,
    actual_shared_prefix_len_optional: Option<Ints>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    key_rope_antiquant_scale_optional: Option<Input>,
    dequant_scale_query_optional: Option<Input>,
    learnable_sink_optional: Option<Input>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    num_heads: i64,
    scale_value: f64,
    pre_tokens: i64,
    next_tokens: i64,
    input_layout: MutText,
    num_key_value_heads: i64,
    sparse_mode: i64,
    inner_precise: i64,
    block_size: i64,
    antiquant_mode: i64,
    softmax_lse_flag: bool,
    key_antiquant_mode: i64,
    value_antiquant_mode: i64,
    query_quant_mode: i64,
    pse_type: i64,
    attention_out: ConstOutput,
    softmax_lse: Option<ConstOutput>,
) -> Planned {
    let _ = (key_rope_antiquant_scale_optional, inner_precise);
    let attention = Inference {
        family: FUSED,
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        num_heads,
        num_key_value_heads,
        scale_value,
        attention_out: &attention_out,
        options: Options {
            pse_shift: &pse_shift_optional,
            atten_mask: &atten_mask_optional,
            actual_seq_lengths: actual_seq_lengths_optional.as_ref(),
            actual_seq_lengths_kv: actual_seq_lengths_kv_optional.as_ref(),
            deq_scale1: &deq_scale1_optional,
            quant_scale1: &quant_scale1_optional,
            deq_scale2: &deq_scale2_optional,
            quant_scale2: &quant_scale2_optional,
            quant_offset2: &quant_offset2_optional,
            antiquant_scale: &antiquant_scale_optional,
            antiquant_offset: &antiquant_offset_optional,
            block_table: &block_table_optional,
            query_padding_size: &query_padding_size_optional,
            kv_padding_size: &kv_padding_size_optional,
            key_antiquant_scale: &key_antiquant_scale_optional,
            key_antiquant_offset: &key_antiquant_offset_optional,
            value_antiquant_scale: &value_antiquant_scale_optional,
            value_antiquant_offset: &value_antiquant_offset_optional,
            key_shared_prefix: &key_shared_prefix_optional,
            value_shared_prefix: &value_shared_prefix_optional,
            actual_shared_prefix_len: actual_shared_prefix_len_optional.as_ref(),
            query_rope: &query_rope_optional,
            key_rope: &key_rope_optional,
            dequant_scale_query: &dequant_scale_query_optional,
            learnable_sink: &learnable_sink_optional,
            q_start_idx: q_start_idx_optional.as_ref(),
            kv_start_idx: kv_start_idx_optional.as_ref(),
            pre_tokens,
            next_tokens,
            sparse_mode,
            block_size,
            antiquant_mode,
            softmax_lse_flag,
            key_antiquant_mode,
            value_antiquant_mode,
            query_quant_mode,
            pse_type,
            softmax_lse: softmax_lse.as_ref(),
        },
    };
    attention.plan()
}
