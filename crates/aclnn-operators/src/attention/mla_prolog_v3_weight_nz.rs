//! `aclnnMlaPrologV3WeightNz`: what goes before latent attention. Source: ops-transformer, `attention/mla_prolog_v3`.

use crate::contract::mla_prolog::{Options, Prolog};
use crate::prelude::*;

/// As `aclnnMlaPrologV2WeightNz`; normalised rows are multiplied by `qcQrScale` and `kcScale`, and `queryNormOutOptional` is `cq`, or its codes, with `dequantScaleQNormOutOptional`. `weightQuantMode` is 0, 1 (`weightUqQr` of INT8) or 2 (all
/// three, and tokens), on Ascend950 also 3 (FLOAT8_E4M3FN with FLOAT8_E8M0 factors of blocks of 32), 4 (FLOAT8_E4M3FN) and 5 (HIFLOAT8). `kvCacheQuantMode` is 0, 1 (one factor, with `queryQuantMode` 1), 2 (a factor for each element) or 3: keys are in
/// one cache then (`ckvkrRepoMode` and `quantScaleRepoMode` 1, `krCacheRef` empty), in rows of 656 bytes: 512 codes, 64 rotated elements in BFLOAT16, and a FLOAT factor for each 128 codes; numbers beyond `kNopeClipAlphaOptional` times the largest
/// magnitude of these are brought back to it, if codes are INT8. `cacheModeOptional` may also be PA_BLK_BSND or PA_BLK_NZ, with the number of a block for as many tokens of a sequence as it has rows, sequences of (T, He) ending at
/// `actualSeqLenOptional`, and BSND or TND, where tokens are the rows of the caches.
#[aclnn]
fn aclnnMlaPrologV3WeightNz(
    token_x: Input,
    weight_dq: Input,
    weight_uq_qr: Input,
    weight_uk: Input,
    weight_dkv_kr: Input,
    rmsnorm_gamma_cq: Input,
    rmsnorm_gamma_ckv: Input,
    rope_sin: Input,
    rope_cos: Input,
    kv_cache_ref: InOut,
    kr_cache_ref: InOut,
    cache_index_optional: Option<Input>,
    dequant_scale_x_optional: Option<Input>,
    dequant_scale_w_dq_optional: Option<Input>,
    dequant_scale_w_uq_qr_optional: Option<Input>,
    dequant_scale_w_dkv_kr_optional: Option<Input>,
    quant_scale_ckv_optional: Option<Input>,
    quant_scale_ckr_optional: Option<Input>,
    smooth_scales_cq_optional: Option<Input>,
    actual_seq_len_optional: Option<Input>,
    k_nope_clip_alpha_optional: Option<Input>,
    rmsnorm_epsilon_cq: f64,
    rmsnorm_epsilon_ckv: f64,
    cache_mode_optional: Option<MutText>,
    weight_quant_mode: i64,
    kv_cache_quant_mode: i64,
    query_quant_mode: i64,
    ckvkr_repo_mode: i64,
    quant_scale_repo_mode: i64,
    tile_size: i64,
    qc_qr_scale: f64,
    kc_scale: f64,
    query_out: ConstOutput,
    query_rope_out: ConstOutput,
    dequant_scale_q_nope_out_optional: Option<ConstOutput>,
    query_norm_out_optional: Option<ConstOutput>,
    dequant_scale_q_norm_out_optional: Option<ConstOutput>,
) -> Planned {
    let prolog = Prolog {
        token_x: &token_x,
        weight_dq: &weight_dq,
        weight_uq_qr: &weight_uq_qr,
        weight_uk: &weight_uk,
        weight_dkv_kr: &weight_dkv_kr,
        gammas: [&rmsnorm_gamma_cq, &rmsnorm_gamma_ckv],
        ropes: [Some(&rope_sin), Some(&rope_cos)],
        cache_index: cache_index_optional.as_ref(),
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
        options: Options {
            version: 3,
            modes: Some([
                weight_quant_mode,
                kv_cache_quant_mode,
                query_quant_mode,
                ckvkr_repo_mode,
                quant_scale_repo_mode,
                tile_size,
            ]),
            ends: actual_seq_len_optional.as_ref(),
            clip: k_nope_clip_alpha_optional.as_ref(),
            factors: [qc_qr_scale, kc_scale],
            do_rope: true,
            query_norm: query_norm_out_optional.as_ref(),
            query_norm_scale: dequant_scale_q_norm_out_optional.as_ref(),
        },
    };
    prolog.plan()
}
