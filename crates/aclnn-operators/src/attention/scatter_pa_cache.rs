//! `aclnnScatterPaCache`: keys of tokens written to a paged cache. Source: ops-transformer, `attention/scatter_pa_cache`.

use crate::contract::caches::{Part, Scattered};
use crate::ops::cache::CacheLayout;
use crate::prelude::*;

const ROWS: Dtypes = only_950(&[
    F32, F16, Bf16, I8, U8, I16, U16, I32, U32, Hifloat8, F8E5m2, F8E4m3fn, F4E1m2, F4E2m1,
]);

/// Writes the rows of each token of `key`, (T, N, D), to its slot of `keyCacheRef`, (blocks, rows, N, D). Of (B, S, N, D), with a cache (blocks, rows, 1, D), writes
/// tokens of each head one after another: with `compressSeqOffsetOptional` the mean of `compressLensOptional` tokens from there on in their place, else the last
/// `compressLensOptional` tokens. Tokens with a negative slot are left out, one behind the cache is an error of the stream. On Ascend950. `cacheMode` has no effect.
#[aclnn]
fn aclnnScatterPaCache(
    key: Input,
    key_cache_ref: InOut,
    slot_mapping: Input,
    compress_lens_optional: Option<Input>,
    compress_seq_offset_optional: Option<Input>,
    seq_lens_optional: Option<Input>,
    cache_mode: Option<MutText>,
) -> Planned {
    let _ = cache_mode;
    key.dtype_in(ROWS)?;
    key_cache_ref.same_dtype(&key)?;
    let scattered = Scattered {
        parts: vec![Part {
            rows: &key,
            cache: &key_cache_ref,
            stride: None,
        }],
        slot_mapping: &slot_mapping,
        compress_lens: compress_lens_optional.as_ref(),
        compress_seq_offset: compress_seq_offset_optional.as_ref(),
        seq_lens: seq_lens_optional.as_ref(),
        layout: CacheLayout::Rows,
        compression: None,
        rank_code: ACLNN_ERR_INNER_TILING_ERROR,
    };
    scattered.plan()
}
