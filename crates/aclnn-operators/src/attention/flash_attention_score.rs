//! `aclnnFlashAttentionScore` and its forms: attention, with the statistics that gradients need. Source: ops-transformer, `attention/flash_attention_score`.

use crate::contract::attention::quantised::Quantised;
use crate::contract::attention::{Options, Outputs, Scores, by_tokens};
use crate::prelude::*;

/// Computes attention of each head: `dropout(softmax(mask(scaleValue * (query @ key^T + realShift)))) @ value`, and the largest score and the sum of exponentials of
/// each query.
#[aclnn]
fn aclnnFlashAttentionScore(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        prefix: prefix_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionScore`. With `pseType` 0 scores are scaled before `realShift` is added.
#[aclnn]
fn aclnnFlashAttentionScoreV2(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        prefix: prefix_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionScoreV2`, of sequences of one length or, in TND, of several.
#[aclnn]
fn aclnnFlashAttentionScoreV4(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    d_scale_q_optional: Option<Input>,
    d_scale_k_optional: Option<Input>,
    d_scale_v_optional: Option<Input>,
    sink_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    out_dtype: i64,
    pse_type: i64,
    softmax_out_layout: Option<MutText>,
    seed: i64,
    offset: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise, out_dtype);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        query_rope: &query_rope_optional,
        key_rope: &key_rope_optional,
        d_scale_q: &d_scale_q_optional,
        d_scale_k: &d_scale_k_optional,
        d_scale_v: &d_scale_v_optional,
        sink: &sink_optional,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        statistics_by_tokens: by_tokens(&softmax_out_layout)?,
        random: Some([seed, offset]),
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionScore`, of sequences of several lengths that lie one behind the other.
#[aclnn]
fn aclnnFlashAttentionVarLenScore(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        is_variable: true,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionVarLenScore`. With `pseType` 0 scores are scaled before `realShift` is added.
#[aclnn]
fn aclnnFlashAttentionVarLenScoreV2(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        is_variable: true,
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionVarLenScore`. With a `softmaxOutLayout` of "same_as_input" statistics lie by tokens first, otherwise by heads.
#[aclnn]
fn aclnnFlashAttentionVarLenScoreV4(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    softmax_out_layout: Option<MutText>,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        is_variable: true,
        statistics_by_tokens: by_tokens(&softmax_out_layout)?,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionScoreV2`, with one more key of each head, whose score is `sink` and whose value is 0.
#[aclnn]
fn aclnnFlashAttentionScoreV3(
    query: Input,
    key: Input,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    sink_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        sink: &sink_optional,
        prefix: prefix_optional.as_ref(),
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionVarLenScoreV2`, of queries and keys in two parts.
#[aclnn]
fn aclnnFlashAttentionVarLenScoreV3(
    query: Input,
    query_rope: Option<Input>,
    key: Input,
    key_rope: Option<Input>,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        query_rope: &query_rope,
        key_rope: &key_rope,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        is_variable: true,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention as `aclnnFlashAttentionVarLenScoreV3`, with a `sink` as `aclnnFlashAttentionScoreV3`; with a `softmaxOutLayout` of "same_as_input" statistics lie by
/// tokens first.
#[aclnn(max_workspace)]
fn aclnnFlashAttentionVarLenScoreV5(
    query: Input,
    query_rope: Option<Input>,
    key: Input,
    key_rope: Option<Input>,
    value: Input,
    real_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    sink_optional: Option<Input>,
    prefix_optional: Option<Ints>,
    actual_seq_q_len_optional: Option<Ints>,
    actual_seq_kv_len_optional: Option<Ints>,
    q_start_idx_optional: Option<Ints>,
    kv_start_idx_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    softmax_out_layout: Option<MutText>,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    softmax_out_out: Option<ConstOutput>,
    attention_out_out: ConstOutput,
) -> Planned {
    let _ = (softmax_out_out, inner_precise);
    let options = Options {
        pse_shift: &real_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        query_rope: &query_rope,
        key_rope: &key_rope,
        sink: &sink_optional,
        prefix: prefix_optional.as_ref(),
        actual_seq_q_len: actual_seq_q_len_optional.as_ref(),
        actual_seq_kv_len: actual_seq_kv_len_optional.as_ref(),
        starts: [
            q_start_idx_optional.as_ref(),
            kv_start_idx_optional.as_ref(),
        ],
        scale_value,
        keep_prob,
        pre_tokens,
        next_tokens,
        head_num,
        sparse_mode,
        pse_type,
        is_variable: true,
        statistics_by_tokens: by_tokens(&softmax_out_layout)?,
        is_for_any_lengths: true,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.forward(&Outputs {
        softmax_max: &softmax_max_out,
        softmax_sum: &softmax_sum_out,
        attention_out: &attention_out_out,
    })
}

/// Computes attention of queries, keys and values of HIFLOAT8 in BSND: `softmax(scaleValue * query @ key^T) @ value`, each element times the scale of its block of 128 rows
/// of queries, 256 of keys and 512 of values. `pScale` cancels out; `attenMaskOptional`, `preTokens`, `nextTokens` and `sparseMode` are reserved. On Ascend950.
#[aclnn]
fn aclnnQuantFlashAttentionScore(
    query: Input,
    key: Input,
    value: Input,
    atten_mask_optional: Option<Input>,
    d_scale_q: Input,
    d_scale_k: Input,
    d_scale_v: Input,
    p_scale: Input,
    scale_value: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    sparse_mode: i64,
    softmax_max_out: Output,
    softmax_sum_out: Output,
    softmax_outout: Option<Output>,
    attention_out_out: Output,
) -> Planned {
    let _ = (
        atten_mask_optional,
        pre_tokens,
        next_tokens,
        sparse_mode,
        softmax_outout,
    );
    let attention = Quantised {
        operands: [&query, &key, &value],
        scales: [&d_scale_q, &d_scale_k, &d_scale_v],
        p_scale: &p_scale,
        scale_value,
        head_num,
        input_layout: &input_layout,
    };
    attention.forward([&softmax_max_out, &softmax_sum_out], &attention_out_out)
}
