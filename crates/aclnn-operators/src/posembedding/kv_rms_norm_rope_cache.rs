//! `aclnnKvRmsNormRopeCache`: compressed keys and values, normalised and rotated, written to two caches.
//!
//! | `cacheModeOptional`      | caches                                   | `index`                                    |
//! |--------------------------|------------------------------------------|--------------------------------------------|
//! | `"Norm"`                 | (B, N, S', D)                            | (B, S): rows of the sequence's part        |
//! | `"PA"`, `"PA_BNSD"`      | (blocks, rows, N, D)                     | (B·S): slots                               |
//! | `"PA_NZ"`                | the same, stored (blocks, N, D/C0, rows, C0) | (B·S): slots                           |
//! | `"PA_BLK_BNSD"`, `"PA_BLK_NZ"` | as without `BLK`                   | (B·⌈S/rows⌉): a slot of each block         |
//!
//! Source: ops-transformer, `posembedding/kv_rms_norm_rope_cache`.

use crate::contract::fused_caches::KvRows;
use crate::prelude::*;

/// Splits rows of `kv`, (B, 1, S, Dv + Dk): the first Dv elements are divided by the root of the mean of their squares and multiplied by `gamma`, and go to `ckvCacheRef`; of
/// the others even elements are put before odd ones and rotated by `cos` and `sin`, and go to `kCacheRef`. Caches of INT8 (on Ascend950 also of 8-bit floating point)
/// store `x * scale + offset`, rounded. A negative index leaves a token out, one behind the cache is an error of the stream. `isOutputKv` writes unquantised rows to
/// `kRopeOut` and `cKvOut` too, but for `"Norm"`. FLOAT16 or BFLOAT16.
#[aclnn]
fn aclnnKvRmsNormRopeCache(
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
        v: None,
        epsilon,
        cache_mode: cache_mode_optional.as_ref().map_or("", |mode| mode),
        is_output_kv,
        k_rope_out: k_rope_out.as_ref(),
        c_kv_out: c_kv_out.as_ref(),
    };
    rows.plan()
}
