//! `aclnnRingAttentionUpdate` and its second version: results of attention over two parts of the keys, merged. Source: ops-transformer, `attention/ring_attention_update`.

use crate::contract::attention::ring::Ring;
use crate::prelude::*;

/// Computes attention over the keys of two parts from the results and the statistics of each. In TND statistics of each sequence lie behind those of the one before,
/// as [N, S, 8]; `actualSeqQlenOptional` says where sequences begin and end, from 0 on.
#[aclnn]
fn aclnnRingAttentionUpdate(
    prev_attn_out: Input,
    prev_softmax_max: Input,
    prev_softmax_sum: Input,
    cur_attn_out: Input,
    cur_softmax_max: Input,
    cur_softmax_sum: Input,
    actual_seq_qlen_optional: Option<Input>,
    input_layout_optional: Option<MutText>,
    attn_out_out: ConstOutput,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
) -> Planned {
    let ring = Ring {
        previous: [&prev_attn_out, &prev_softmax_max, &prev_softmax_sum],
        current: [&cur_attn_out, &cur_softmax_max, &cur_softmax_sum],
        actual_seq_qlen: &actual_seq_qlen_optional,
        input_layout: &input_layout_optional,
        input_softmax_layout: &None,
        merged: [&attn_out_out, &softmax_max_out, &softmax_sum_out],
    };
    ring.plan()
}

/// Computes attention as `aclnnRingAttentionUpdate`. With an `inputSoftmaxLayoutOptional` of "TND" statistics lie by tokens first, as results.
#[aclnn]
fn aclnnRingAttentionUpdateV2(
    prev_attn_out: Input,
    prev_softmax_max: Input,
    prev_softmax_sum: Input,
    cur_attn_out: Input,
    cur_softmax_max: Input,
    cur_softmax_sum: Input,
    actual_seq_qlen_optional: Option<Input>,
    input_layout_optional: Option<MutText>,
    input_softmax_layout_optional: Option<MutText>,
    attn_out_out: ConstOutput,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
) -> Planned {
    let ring = Ring {
        previous: [&prev_attn_out, &prev_softmax_max, &prev_softmax_sum],
        current: [&cur_attn_out, &cur_softmax_max, &cur_softmax_sum],
        actual_seq_qlen: &actual_seq_qlen_optional,
        input_layout: &input_layout_optional,
        input_softmax_layout: &input_softmax_layout_optional,
        merged: [&attn_out_out, &softmax_max_out, &softmax_sum_out],
    };
    ring.plan()
}
