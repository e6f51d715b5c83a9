//! `aclnnMlaPreprocess`: what goes before latent attention, by weights of integers. Source: ops-transformer, `attention/mla_preprocess`.

use crate::contract::mla_preprocess::{Preprocess, Quantised};
use crate::prelude::*;

/// Computes queries and latent keys of up to 256 tokens. Rows of `input` (tokens, elements), with `doRmsNorm` `rms_norm(input) * gamma0 + beta0`, are divided by `quantScale0`, moved by `quantOffset0` and rounded to INT8; their product with `wdqkv` (576 + latent, elements), to which `bias0` is
/// added, times `descale0`, gives 512 latent keys, 64 elements of keys and latent queries. Latent queries, normalised and quantised likewise, times `wuq` give for each head elements that are multiplied by `wuk` (heads, elements, 512), and 64. The halves of both parts of 64 are rotated, unless `cos`
/// and `sin` are null. Keys, normalised with `gamma2`, go to the slots that `slotMapping` names, of which negative ones are left out. `cacheMode` 0: `qOutOut` and `kvCacheOutOut` have 512 + 64 elements; 1: the two parts are apart; 3: so, and caches are in FRACTAL_NZ; 2: so, and latent
/// keys divided by `ctkvScale` and queries times `qNopeScale` are INT8. FLOAT16 with INT64 words as `descale`, or BFLOAT16 with FLOAT; `wdqkv` and `wuq` are INT8 in FRACTAL_NZ. `quantMode` is 0; `kvCache` and `kvCacheRope` are the tensors `kvCacheOutOut` and `krCacheOutOut`, and are not read.
#[aclnn]
fn aclnnMlaPreprocess(
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
    q_out_out: ConstOutput,
    kv_cache_out_out: ConstInOut,
    q_rope_out_out: Option<ConstOutput>,
    kr_cache_out_out: Option<ConstInOut>,
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
        query_norm: None,
    };
    preprocess.plan()
}
