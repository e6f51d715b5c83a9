//! `aclnnKvRmsNormRopeCacheV2`: keys, normalised and rotated, and values of their own, written to two caches. Source: ops-transformer,
//! `posembedding/kv_rms_norm_rope_cache`.

use crate::contract::fused_caches::KvRows;
use crate::prelude::*;

/// Computes as `aclnnKvRmsNormRopeCache`. With `vOptional`, (B, N, S, Dv), all of `kv`, (B, N, S, Dk), is normalised, its first elements, as many as `cos` has, are rotated, and all
/// go to `kCacheRef`; `vOptional` goes to `ckvCacheRef` as it is.
#[aclnn]
fn aclnnKvRmsNormRopeCacheV2(
    kv: Input,
    gamma: Input,
    cos: Input,
    sin: Input,
    index: Input,
    k_cache_ref: InOut,
    ckv_cache_ref: InOut,
    k_rope_scale_optional: Option<Input>,
    c_kv_scale_optional: Option<Input>,
    k_rope_offset_optional: Option<Input>,
    c_kv_offset_optional: Option<Input>,
    v_optional: Option<Input>,
    epsilon: f64,
    cache_mode_optional: Option<MutText>,
    is_output_kv: bool,
    k_rope_out: Option<ConstOutput>,
    c_kv_out: Option<ConstOutput>,
) -> Planned {
    let rows = KvRows {
        kv: &kv,
        gamma: &gamma,
        cos: &cos,
        sin: &sin,
        index: &index,
        k_cache: &k_cache_ref,
        ckv_cache: &ckv_cache_ref,
        scales: [k_rope_scale_optional.as_ref(), c_kv_scale_optional.as_ref()],
        offsets: [
            k_rope_offset_optional.as_ref(),
            c_kv_offset_optional.as_ref(),
        ],
        v: v_optional.as_ref(),
        epsilon,
        cache_mode: cache_mode_optional.as_ref().map_or("", |mode| mode),
        is_output_kv,
        k_rope_out: k_rope_out.as_ref(),
        c_kv_out: c_kv_out.as_ref(),
    };
    rows.plan()
}
