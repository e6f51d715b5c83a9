//! `aclnnFusedFloydAttention`: attention with two pairs of keys and values under one softmax. Source: ops-transformer, `attention/fused_floyd_attention`.

use crate::contract::floyd::Floyd;
use crate::prelude::*;

/// Computes `attentionOutOut = w @ value1 + w @ value2` with `w = softmax(scaleValueOptional * (query @ key1^T + query @ key2^T))`. `query` is (B, H, N, M, D), `key1` and `value1` (B, H, N, K, D): a row
/// for each n; `key2` and `value2` (B, H, K, M, D): a row for each m. Where `attenMaskOptional`, (B, 1, N, 1, K), is 1, keys are hidden. `softmaxMaxOut` and `softmaxSumOut`, (B, H, N, M, 8), get the largest
/// score and the sum of exponentials, eight times each. FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnFusedFloydAttention(
    query: Input,
    key1: Input,
    value1: Input,
    key2: Input,
    value2: Input,
    atten_mask_optional: Option<Input>,
    scale_value_optional: f64,
    softmax_max_out: ConstOutput,
    softmax_sum_out: ConstOutput,
    attention_out_out: ConstOutput,
) -> Planned {
    let floyd = Floyd {
        query: &query,
        keys: [&key1, &key2],
        values: [&value1, &value2],
        atten_mask: atten_mask_optional.as_ref(),
        scale: scale_value_optional,
    };
    let statistics = [&softmax_max_out, &softmax_sum_out];
    let all = statistics.map(|of| &**of);
    floyd.check(all, &[(&attention_out_out, &query)])?;
    let statistics = [softmax_max_out.write()?, softmax_sum_out.write()?];
    let out = attention_out_out.write()?;
    Ok(ops::floyd_attention::forward(
        floyd.read()?,
        statistics,
        out,
    )?)
}
