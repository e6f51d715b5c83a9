//! `aclnnFlashAttentionScoreGrad` and its forms: gradients of attention. Source: ops-transformer, `attention/flash_attention_score_grad`.

use crate::contract::attention::{Gradients, Options, Scores, by_tokens};
use crate::prelude::*;

/// Computes the gradients of `aclnnFlashAttentionScore` by queries, keys and values, and by what is added to scores where it has a number for each.
#[aclnn]
fn aclnnFlashAttentionScoreGrad(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
    prefix_optional: Option<Ints>,
    scale_value: f64,
    keep_prob: f64,
    pre_tokens: i64,
    next_tokens: i64,
    head_num: i64,
    input_layout: MutText,
    inner_precise: i64,
    sparse_mode: i64,
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dpse_out: Option<ConstOutput>,
) -> Planned {
    let _ = (softmax_in_optional, inner_precise);
    let options = Options {
        pse_shift: &pse_shift_optional,
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
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}

/// Computes the gradients of `aclnnFlashAttentionScoreV2`.
#[aclnn]
fn aclnnFlashAttentionScoreGradV2(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
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
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dpse_out: Option<ConstOutput>,
) -> Planned {
    let _ = (
        softmax_in_optional,
        inner_precise,
        q_start_idx_optional,
        kv_start_idx_optional,
    );
    let options = Options {
        pse_shift: &pse_shift_optional,
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
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}

/// Computes the gradients of `aclnnFlashAttentionScoreV4`.
#[aclnn]
fn aclnnFlashAttentionScoreGradV4(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
    sink_in_optional: Option<Input>,
    query_rope_optional: Option<Input>,
    key_rope_optional: Option<Input>,
    d_scale_q_optional: Option<Input>,
    d_scale_k_optional: Option<Input>,
    d_scale_v_optional: Option<Input>,
    d_scale_dy_optional: Option<Input>,
    d_scale_o_optional: Option<Input>,
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
    softmax_in_layout: Option<MutText>,
    inner_precise: i64,
    sparse_mode: i64,
    pse_type: i64,
    seed: i64,
    offset: i64,
    out_dtype: i64,
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dq_rope_out: Option<ConstOutput>,
    dk_rope_out: Option<ConstOutput>,
    dpse_out: Option<ConstOutput>,
    dsink_out: Option<ConstOutput>,
) -> Planned {
    let _ = (
        softmax_in_optional,
        inner_precise,
        q_start_idx_optional,
        kv_start_idx_optional,
        softmax_in_layout,
        out_dtype,
        dq_rope_out,
        dk_rope_out,
        dsink_out,
    );
    let options = Options {
        pse_shift: &pse_shift_optional,
        drop_mask: &drop_mask_optional,
        padding_mask: &padding_mask_optional,
        atten_mask: &atten_mask_optional,
        query_rope: &query_rope_optional,
        key_rope: &key_rope_optional,
        d_scale_q: &d_scale_q_optional,
        d_scale_k: &d_scale_k_optional,
        d_scale_v: &d_scale_v_optional,
        sink: &sink_in_optional,
        d_scale_dy: &d_scale_dy_optional,
        d_scale_o: &d_scale_o_optional,
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
        random: Some([seed, offset]),
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}

/// Computes the gradients of `aclnnFlashAttentionVarLenScore`.
#[aclnn]
fn aclnnFlashAttentionUnpaddingScoreGrad(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
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
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dpse_out: Option<ConstOutput>,
) -> Planned {
    let _ = (softmax_in_optional, inner_precise);
    let options = Options {
        pse_shift: &pse_shift_optional,
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
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}

/// Computes the gradients of `aclnnFlashAttentionVarLenScoreV2`.
#[aclnn]
fn aclnnFlashAttentionUnpaddingScoreGradV2(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
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
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dpse_out: Option<ConstOutput>,
) -> Planned {
    let _ = (
        softmax_in_optional,
        inner_precise,
        q_start_idx_optional,
        kv_start_idx_optional,
    );
    let options = Options {
        pse_shift: &pse_shift_optional,
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
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}

/// Computes the gradients of `aclnnFlashAttentionVarLenScoreV4`.
#[aclnn]
fn aclnnFlashAttentionUnpaddingScoreGradV4(
    query: Input,
    key_in: Input,
    value: Input,
    dy: Input,
    pse_shift_optional: Option<Input>,
    drop_mask_optional: Option<Input>,
    padding_mask_optional: Option<Input>,
    atten_mask_optional: Option<Input>,
    softmax_max_optional: Input,
    softmax_sum_optional: Input,
    softmax_in_optional: Option<Input>,
    attention_in_optional: Input,
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
    dq_out: ConstOutput,
    dk_out: ConstOutput,
    dv_out: ConstOutput,
    dpse_out: Option<ConstOutput>,
    softmax_in_layout: Option<MutText>,
) -> Planned {
    let _ = (softmax_in_optional, inner_precise);
    let options = Options {
        pse_shift: &pse_shift_optional,
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
        statistics_by_tokens: by_tokens(&softmax_in_layout)?,
        ..Options::default()
    };
    let scores = Scores {
        query: &query,
        key: &key_in,
        value: &value,
        input_layout: &input_layout,
        options,
    };
    scores.gradient(&Gradients {
        dy: &dy,
        softmax_max: &softmax_max_optional,
        softmax_sum: &softmax_sum_optional,
        attention_in: &attention_in_optional,
        dq: &dq_out,
        dk: &dk_out,
        dv: &dv_out,
        dpse: dpse_out.as_ref(),
    })
}
