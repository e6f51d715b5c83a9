//! `aclnnScatterPaKvCacheWithKScale`: keys with their scales, and values, written to paged caches. Source: ops-transformer,
//! `attention/scatter_pa_kv_cache_with_k_scale`.

use crate::ops::cache::{Beyond, CacheLayout, Scatter, Stored, scatter};
use crate::prelude::*;

/// Writes the rows of each token of `key` and `value`, (T, N, D), to its slot of caches (blocks, N, rows, D), and `keyScale`, (T, N), to `keyScaleCacheRef`, (blocks, N, rows, 1). Tokens with a slot
/// below 0 or behind the cache are left out. `cacheLayoutOptional` is `"BNBD"` or null. FLOAT8_E5M2 or FLOAT8_E4M3FN with FLOAT scales, on Ascend950.
#[aclnn]
fn aclnnScatterPaKvCacheWithKScale(
    key: Input,
    value: Input,
    key_cache_ref: InOut,
    value_cache_ref: InOut,
    slot_mapping: Input,
    key_scale: MutInput,
    key_scale_cache_ref: InOut,
    cache_layout_optional: Option<MutText>,
) -> Planned {
    key.dtype_in(only_950(&[F8E5m2, F8E4m3fn]))?;
    let others: [&TensorArg; 3] = [&value, &key_cache_ref, &value_cache_ref];
    others
        .into_iter()
        .try_for_each(|other| other.same_dtype(&key))?;
    slot_mapping.dtype_in(INDEX_TYPES)?;
    key_scale.dtype_in(on_all(&[F32]))?;
    key_scale_cache_ref.dtype_in(on_all(&[F32]))?;
    if let Some(layout) = cache_layout_optional
        .as_ref()
        .filter(|of| !of.is_empty() && ***of != *"BNBD")
    {
        let allowed = "\"BNBD\" or a null pointer";
        return Err(Error::value("cacheLayoutOptional", &**layout, allowed).into());
    }
    for rows in [&key, &value] {
        rows.rank_in(3..=3)?;
    }
    for cache in [&key_cache_ref, &value_cache_ref, &key_scale_cache_ref] {
        cache.rank_in(4..=4)?;
    }
    slot_mapping.rank_in(1..=1)?;
    let tokens = slot_mapping.shape()[0];
    let heads = key.shape()[1];
    for rows in [&key, &value] {
        if rows.shape()[..2] != [tokens, heads] {
            return Err(rows
                .shape_refused(format!("{tokens} tokens and {heads} heads"))
                .into());
        }
    }
    key_scale.shape_is(&[tokens, heads], "the tokens and heads of `key`")?;
    let scales = key_scale.read()?;
    let pairs = [
        (key.read()?, &key_cache_ref),
        (value.read()?, &value_cache_ref),
        (
            scales.with_layout(scales.view.layout.with_axis(2))?,
            &key_scale_cache_ref,
        ),
    ];
    let stored = pairs.into_iter().map(|(rows, cache)| {
        Ok(Stored {
            rows,
            cache: cache.update()?,
            layout: CacheLayout::Heads,
        })
    });
    let operands = Scatter {
        slot_mapping: slot_mapping.read()?,
        stored: stored.collect::<Result<_>>()?,
        beyond: Beyond::IsSkipped,
    };
    scatter(operands).code(ACLNN_ERR_INNER_TILING_ERROR)
}
