//! `aclnnScatterPaKvCache`: keys and values of tokens written to a paged cache.
//!
//! | modes                                   | `key`, `value`     | `keyCacheRef`, `valueCacheRef`                                    | `slotMapping` |
//! |-----------------------------------------|--------------------|-------------------------------------------------------------------|---------------|
//! | `"PA_NZ"`                               | (T, N, D)          | (blocks, N·D/C0, rows, C0) or (blocks, N, D/C0, rows, C0)         | (T)           |
//! | `"Norm"`, `"None"` or `"Nct"`           | (T, N, D)          | (blocks, rows, N, D)                                              | (T)           |
//! | `"Norm"`, `"NHSD"`                      | (T, N, D)          | (blocks, N, rows, D)                                              | (T)           |
//! | `"Norm"`, `"Alibi"`, `"Rope"`, `"Omni"` | (T, N, D)          | (blocks, rows, 1, D)                                              | (B·N)         |
//! | `"Norm"`                                | (B, S, N, D)       | (blocks, rows, 1, D)                                              | (B, N)        |
//!
//! C0 is 32 bytes of elements; keys and values may differ in D. Source: ops-transformer, `attention/scatter_pa_kv_cache`.

use crate::contract::caches::{Part, Scattered, strides_and_offsets};
use crate::ops::cache::{CacheLayout, Compression};
use crate::prelude::*;

const ROWS: Dtypes = on_910(&[]).and_910b(&[F16, Bf16, I8]).and_950(&[
    F32, U8, I16, U16, I32, U32, Hifloat8, F8E5m2, F8E4m3fn, F4E1m2, F4E2m1,
]);

/// Writes the rows of each token to its slot, `block * rows + row`; tokens with a negative slot are left out, one behind the cache is an error of the stream. `"Nct"` takes rows
/// `strides` elements apart from `offsets` on. `"Alibi"` writes the last `compressLens` tokens of each head, `"Rope"` the mean of as many from `compressSeqOffset`
/// on in their place, `"Omni"` nothing in it. An empty `value` leaves the cache of values as it is. FLOAT16, BFLOAT16 or INT8; on Ascend950 all types of 8 to 32 bits and of 4.
#[aclnn]
fn aclnnScatterPaKvCache(
    key: Input,
    key_cache_ref: InOut,
    slot_mapping: Input,
    value: Input,
    value_cache_ref: InOut,
    compress_lens_optional: Option<Input>,
    compress_seq_offset_optional: Option<Input>,
    seq_lens_optional: Option<Input>,
    cache_mode_optional: Option<MutText>,
    scatter_mode_optional: Option<MutText>,
    strides_optional: Option<Ints>,
    offsets_optional: Option<Ints>,
) -> Planned {
    let cache_mode = cache_mode_optional.as_ref().map_or("", |mode| mode);
    let scatter_mode = scatter_mode_optional.as_ref().map_or("", |mode| mode);
    let is_blocked = match cache_mode {
        "" | "Norm" => false,
        "PA_NZ" => true,
        other => {
            let allowed = "\"Norm\", \"PA_NZ\" or a null pointer";
            return Err(Error::value("cacheModeOptional", other, allowed).into());
        }
    };
    let has_values = value.rank() > 0 && !value.is_empty();
    key.dtype_in(ROWS)?;
    value.dtype_in(ROWS)?;
    for (rows, cache) in [(&key, &key_cache_ref), (&value, &value_cache_ref)] {
        let same_size = cache.dtype()?.bits() == rows.dtype()?.bits();
        if !is_blocked || !same_size {
            cache.same_dtype(rows)?;
        }
    }
    let mut compression = None;
    let (mut layout, mut strides) = (CacheLayout::Rows, [None; 2]);
    match scatter_mode {
        _ if is_blocked => layout = CacheLayout::Pieces,
        "" | "None" => {}
        "Nct" => {
            strides = strides_and_offsets(strides_optional.as_ref(), offsets_optional.as_ref())?;
        }
        "NHSD" => layout = CacheLayout::Heads,
        "Alibi" => compression = Some(Compression::Alibi),
        "Rope" => compression = Some(Compression::Rope),
        "Omni" => compression = Some(Compression::Omni),
        other => {
            let allowed =
                "\"None\", \"Nct\", \"NHSD\", \"Alibi\", \"Rope\", \"Omni\" or a null pointer";
            return Err(Error::value("scatterModeOptional", other, allowed).into());
        }
    }
    let mut parts = vec![Part {
        rows: &key,
        cache: &key_cache_ref,
        stride: strides[0],
    }];
    if has_values {
        parts.push(Part {
            rows: &value,
            cache: &value_cache_ref,
            stride: strides[1],
        });
    }
    let scattered = Scattered {
        parts,
        slot_mapping: &slot_mapping,
        compress_lens: compress_lens_optional.as_ref(),
        compress_seq_offset: compress_seq_offset_optional.as_ref(),
        seq_lens: seq_lens_optional.as_ref(),
        layout,
        compression,
        rank_code: ACLNN_ERR_PARAM_INVALID,
    };
    scattered.plan()
}
