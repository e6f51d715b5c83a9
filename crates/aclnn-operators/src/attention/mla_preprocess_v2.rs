//! `aclnnMlaPreprocessV2`: what goes before latent attention, by weights of integers. Source: ops-transformer, `attention/mla_preprocess_v2`.

use crate::contract::mla_preprocess::{Preprocess, Quantised};
use crate::prelude::*;

/// As `aclnnMlaPreprocess`; with `qDownOutFlag`, `qDownOutOut` (tokens, latent) are the normalised latent queries before they are quantised.
#[aclnn]
fn aclnnMlaPreprocessV2(
    input: Input,
    gamma0: Input,
    beta0: Input,
    quant_scale0: Input,
    quant_offset0: Input,
    wdqkv: Input,
    descale0: Input,
    bias0: Option<Input>,
    gamma1: Input,
    beta1: Input,
    quant_scale1: Input,
    quant_offset1: Input,
    wuq: Input,
    descale1: Input,
    bias1: Option<Input>,
    gamma2: Input,
    cos: Option<Input>,
    sin: Option<Input>,
    wuk: Input,
    kv_cache: Input,
    kv_cache_rope: Option<Input>,
    slot_mapping: Input,
    ctkv_scale: Option<Input>,
    q_nope_scale: Option<Input>,
    wdq_dim: i64,
    q_rope_dim: i64,
    k_rope_dim: i64,
    epsilon: f64,
    q_rotary_coeff: i64,
    k_rotary_coeff: i64,
    transepose_wdq: bool,
    transepose_wuq: bool,
    transepose_wuk: bool,
    cache_mode: i64,
    quant_mode: i64,
    do_rms_norm: bool,
    wdkv_split_count: i64,
    q_down_out_flag: bool,
    q_out_out: ConstOutput,
    kv_cache_out_out: ConstInOut,
    q_rope_out_out: Option<ConstOutput>,
    kr_cache_out_out: Option<ConstInOut>,
    q_down_out_out: Option<ConstOutput>,
) -> Planned {
    let _ = (wdq_dim, q_rope_dim, k_rope_dim);
    let first = Quantised {
        norm: [&gamma0, &beta0],
        scale: &quant_scale0,
        offset: &quant_offset0,
        weight: &wdqkv,
        descale: &descale0,
        bias: &bias0,
    };
    let second = Quantised {
        norm: [&gamma1, &beta1],
        scale: &quant_scale1,
        offset: &quant_offset1,
        weight: &wuq,
        descale: &descale1,
        bias: &bias1,
    };
    let preprocess = Preprocess {
        input: &input,
        products: [first, second],
        gamma_keys: &gamma2,
        cos_and_sin: [&cos, &sin],
        weight_uk: &wuk,
        kv_cache: &kv_cache,
        kv_cache_rope: &kv_cache_rope,
        slots: &slot_mapping,
        scales: [&ctkv_scale, &q_nope_scale],
        epsilon,
        fixed: [
            ("qRotaryCoeff", q_rotary_coeff, 2),
            ("kRotaryCoeff", k_rotary_coeff, 2),
            ("transeposeWdq", transepose_wdq.into(), 1),
            ("transeposeWuq", transepose_wuq.into(), 1),
            ("transeposeWuk", transepose_wuk.into(), 1),
            ("wdkvSplitCount", wdkv_split_count, 1),
        ],
        cache_mode,
        quant_mode,
        do_rms_norm,
        queries: (&q_out_out, q_rope_out_out.as_ref()),
        caches: (&kv_cache_out_out, kr_cache_out_out.as_ref()),
        query_norm: q_down_out_flag.then_some(q_down_out_out.as_ref()),
    };
    preprocess.plan()
}
