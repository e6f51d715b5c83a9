//! `aclnnMlaProlog`: what goes before latent attention. Source: ops-transformer, `attention/mla_prolog`.

use crate::contract::mla_prolog::{Options, Prolog};
use crate::prelude::*;

/// Computes queries and latent keys of tokens: `cq = rms_norm(tokenX @ weightDq)`; of `cq @ weightUqQr`, by heads, the first elements times `weightUk` give `queryOut`, and the last 64, rotated, `queryRopeOut`; of `tokenX @
/// weightDkvKr` the first 512 elements, normalised, go to `kvCacheRef`, and the last 64, rotated, to `krCacheRef`. Pairs of neighbours are rotated, and go to the halves. `tokenX` is (T, He) or (B, S, He), BFLOAT16; `weightDq`,
/// `weightUqQr` and `weightDkvKr` are in FRACTAL_NZ. `weightUqQr` may be INT8, with `dequantScaleWUqQrOptional`: rows of `cq`, times `smoothScalesCqOptional`, are then quantised by their largest magnitude. Caches may be INT8 then, of
/// numbers times `quantScaleCkvOptional` and `quantScaleCkrOptional`. `cacheModeOptional` is PA_BSND or PA_NZ; `cacheIndex` is the slot of each token, negative for one that is left out.
#[aclnn]
fn aclnnMlaProlog(
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
        query_scale: None,
        options: Options::of(1),
    };
    prolog.plan()
}
