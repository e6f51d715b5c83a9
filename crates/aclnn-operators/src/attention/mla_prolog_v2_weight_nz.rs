//! `aclnnMlaPrologV2WeightNz`: what goes before latent attention. Source: ops-transformer, `attention/mla_prolog_v2`.

use crate::contract::mla_prolog::{Options, Prolog};
use crate::prelude::*;

/// As `aclnnMlaProlog`; tokens and all three weights may also be INT8, with factors of tokens and of columns. `kvCacheRef` may be INT8 then, of numbers times the first one of `quantScaleCkvOptional`, with `krCacheRef` in BFLOAT16:
/// `queryOut` is INT8 too, each head of a token divided by its `dequantScaleQNopeOutOptional`, and `queryRopeOut` is multiplied by the number of `quantScaleCkvOptional` and divided by that factor.
#[aclnn]
fn aclnnMlaPrologV2WeightNz(
    token_x: Input,
    weight_dq: Input,
    weight_uq_qr: Input,
    weight_uk: Input,
    weight_dkv_kr: Input,
    rmsnorm_gamma_cq: Input,
    rmsnorm_gamma_ckv: Input,
    rope_sin: Input,
    rope_cos: Input,
    cache_index: Input,
    kv_cache_ref: InOut,
    kr_cache_ref: InOut,
    dequant_scale_x_optional: Option<Input>,
    dequant_scale_w_dq_optional: Option<Input>,
    dequant_scale_w_uq_qr_optional: Option<Input>,
    dequant_scale_w_dkv_kr_optional: Option<Input>,
    quant_scale_ckv_optional: Option<Input>,
    quant_scale_ckr_optional: Option<Input>,
    smooth_scales_cq_optional: Option<Input>,
    rmsnorm_epsilon_cq: f64,
    rmsnorm_epsilon_ckv: f64,
    cache_mode_optional: Option<MutText>,
    query_out: ConstOutput,
    query_rope_out: ConstOutput,
    dequant_scale_q_nope_out_optional: Option<ConstOutput>,
) -> Planned {
    let prolog = Prolog {
        token_x: &token_x,
        weight_dq: &weight_dq,
        weight_uq_qr: &weight_uq_qr,
        weight_uk: &weight_uk,
        weight_dkv_kr: &weight_dkv_kr,
        gammas: [&rmsnorm_gamma_cq, &rmsnorm_gamma_ckv],
        ropes: [Some(&rope_sin), Some(&rope_cos)],
        cache_index: Some(&cache_index),
        caches: [&kv_cache_ref, &kr_cache_ref],
        scale_x: &dequant_scale_x_optional,
        weight_scales: [
            &dequant_scale_w_dq_optional,
            &dequant_scale_w_uq_qr_optional,
            &dequant_scale_w_dkv_kr_optional,
        ],
        cache_scales: [&quant_scale_ckv_optional, &quant_scale_ckr_optional],
        smooth: &smooth_scales_cq_optional,
        epsilons: [rmsnorm_epsilon_cq, rmsnorm_epsilon_ckv],
        cache_mode: &cache_mode_optional,
        query: &query_out,
        query_rope: &query_rope_out,
        query_scale: dequant_scale_q_nope_out_optional.as_ref(),
        options: Options::of(2),
    };
    prolog.plan()
}
