//! `aclnnFusedInferAttentionScore`: attention for inference. Source: ops-transformer, `attention/fused_infer_attention_score`.

use crate::contract::attention::inference::{FUSED, Inference, Options};
use crate::prelude::*;

/// Computes attention of each head of each sequence, for inference: `softmax(mask(scaleValue * query @ key^T + pseShift)) @ value`, of keys and values that lie in one
/// tensor, in a list of tensors or in blocks.
#[aclnn(not_on_950)]
fn aclnnFusedInferAttentionScore(
    query: Input,
    key: Inputs,
    value: Inputs,
    pse_shift: Option<Input>,
    atten_mask: Option<Input>,
    actual_seq_lengths: Option<Ints>,
    actual_seq_lengths_kv: Option<Ints>,
    deq_scale1: Option<Input>,
    quant_scale1: Option<Input>,
    deq_scale2: Option<Input>,
    quant_scale2: Option<Input>,
    quant_offset2: Option<Input>,
    antiquant_scale: Option<Input>,
    antiquant_offset: Option<Input>,
    block_table: Option<Input>,
    query_padding_size: Option<Input>,
    kv_padding_size: Option<Input>,
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
    attention_out: ConstOutput,
    softmax_lse: Option<ConstOutput>,
) -> Planned {
    let _ = inner_precise;
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
            pse_shift: &pse_shift,
            atten_mask: &atten_mask,
            actual_seq_lengths: actual_seq_lengths.as_ref(),
            actual_seq_lengths_kv: actual_seq_lengths_kv.as_ref(),
            deq_scale1: &deq_scale1,
            quant_scale1: &quant_scale1,
            deq_scale2: &deq_scale2,
            quant_scale2: &quant_scale2,
            quant_offset2: &quant_offset2,
            antiquant_scale: &antiquant_scale,
            antiquant_offset: &antiquant_offset,
            block_table: &block_table,
            query_padding_size: &query_padding_size,
            kv_padding_size: &kv_padding_size,
            pre_tokens,
            next_tokens,
            sparse_mode,
            block_size,
            antiquant_mode,
            softmax_lse_flag,
            softmax_lse: softmax_lse.as_ref(),
            ..Options::default()
        },
    };
    attention.plan()
}
