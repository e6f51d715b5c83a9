//! `aclnnNsaSelectedAttentionGrad`: gradients of attention to the blocks of keys that each query lists. Source: ops-transformer, `attention/nsa_selected_attention_grad`.

use crate::contract::native_sparse_attention::{
    Gradients, Lists, Tokens, check_types_of_statistics,
};
use crate::prelude::*;

/// Writes the gradients of `query`, `key` and `value` of `aclnnNsaSelectedAttention` by the gradient of its result. Types, shapes and modes are as there; `softmaxMax` and `softmaxSum` are its statistics. Keys that no query lists have the gradient 0.
#[aclnn]
fn aclnnNsaSelectedAttentionGrad(
    query: Input,
    key: Input,
    value: Input,
    attention_out: Input,
    attention_out_grad: Input,
    softmax_max: Input,
    softmax_sum: Input,
    topk_indices: Input,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    atten_mask_optional: Option<Input>,
    scale_value: f64,
    selected_block_size: i64,
    selected_block_count: i64,
    head_num: i64,
    input_layout: MutText,
    sparse_mode: i64,
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
) -> Planned {
    let tokens = Tokens {
        query: &query,
        key: &key,
        value: &value,
        ends: [
            ("actualSeqQLenOptional", &actual_seq_q_len_optional),
            ("actualSeqKvLenOptional", &actual_seq_kv_len_optional),
        ],
        head_num,
        input_layout: &input_layout,
        scale: scale_value,
    };
    let lists = Lists {
        indices: &topk_indices,
        atten_mask: &atten_mask_optional,
        sparse_mode,
        blocks: [selected_block_size, selected_block_count],
    };
    tokens.check()?;
    lists.check()?;
    tokens.same_type(&[
        &attention_out,
        &attention_out_grad,
        &dq_out,
        &dk_out,
        &dv_out,
    ])?;
    check_types_of_statistics(&[&softmax_max, &softmax_sum])?;
    let gradients = Gradients {
        results: [&attention_out, &attention_out_grad],
        statistics: [&softmax_max, &softmax_sum],
        gradients: [&dq_out, &dk_out, &dv_out],
    };
    tokens
        .selected_gradient(&lists, &gradients)
        .code(ACLNN_ERR_INNER_TILING_ERROR)
}
