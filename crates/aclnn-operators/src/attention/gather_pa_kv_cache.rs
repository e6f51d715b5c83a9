//! `aclnnGatherPaKvCache`: keys and values of sequences read from a paged cache. Source: ops-transformer, `attention/gather_pa_kv_cache`.

use crate::ops::cache::{CacheLayout, Gather, Lengths, gather};
use crate::prelude::*;

const ROWS: Dtypes = on_910(&[])
    .and_910b(&[F16, Bf16, I8])
    .and_950(&[F32, U8, I16, U16, I32, U32, Hifloat8, F8E5m2, F8E4m3fn]);
const INDICES: Dtypes = on_910(&[]).and_910b(&[I32]).and_950(&[I64]);

/// Reads the tokens of each sequence from the blocks that `blockTables` names, and writes them to `keyRef` and `valueRef` one sequence after another. `cacheMode`
/// `"Norm"`: caches (blocks, rows, N, D), results (T, N, D); `"PA_NZ"`: caches (blocks, H/C0, rows, C0), results (T, H). `seqLens` has a length for each sequence or, with
/// `isSeqLensCumsum`, where each begins and the last one ends; whole blocks of `seqOffsetOptional` tokens are passed over. What they name outside tensors is an error of the stream.
#[aclnn]
fn aclnnGatherPaKvCache(
    key_cache: Input,
    value_cache: Input,
    block_tables: Input,
    seq_lens: Input,
    key_ref: InOut,
    value_ref: InOut,
    seq_offset_optional: Option<Input>,
    cache_mode: Option<MutText>,
    is_seq_lens_cumsum: bool,
) -> Planned {
    key_cache.dtype_in(ROWS)?;
    value_cache.dtype_in(ROWS)?;
    let is_mixed = key_cache.dtype()? == F8E4m3fn && matches!(value_cache.dtype()?, F16 | Bf16);
    if !is_mixed {
        value_cache.same_dtype(&key_cache)?;
    }
    key_ref.same_dtype(&key_cache)?;
    value_ref.same_dtype(&value_cache)?;
    block_tables.dtype_in(INDICES)?;
    seq_lens.same_dtype(&block_tables)?;
    if let Some(offsets) = &seq_offset_optional {
        offsets.same_dtype(&block_tables)?;
    }
    let layout = match cache_mode.as_ref().map_or("Norm", |mode| mode) {
        "Norm" | "" => CacheLayout::Rows,
        "PA_NZ" => CacheLayout::Pieces,
        other => {
            let allowed = "\"Norm\" or \"PA_NZ\"";
            return Err(Error::value("cacheMode", other, allowed).into());
        }
    };
    let rank = match layout {
        CacheLayout::Pieces => 2,
        _ => 3,
    };
    for cache in [&key_cache, &value_cache] {
        cache.rank_in(4..=4)?;
    }
    for rows in [&key_ref, &value_ref] {
        rows.rank_in(rank..=rank)?;
    }
    block_tables.rank_in(2..=2)?;
    seq_lens.rank_in(1..=1)?;
    let batch = block_tables.shape()[0];
    let lengths = batch + i64::from(is_seq_lens_cumsum);
    seq_lens.shape_is(
        &[lengths],
        "as many as `blockTables` has sequences, and one more for sums",
    )?;
    if let Some(offsets) = &seq_offset_optional {
        offsets.shape_is(&[batch], "as many as `blockTables` has sequences")?;
    }
    let caches = [(&key_cache, &key_ref), (&value_cache, &value_ref)].map(|(cache, rows)| {
        let rows = rows.update()?;
        let rows = match layout {
            // All elements of a token, as those of one head.
            CacheLayout::Pieces => rows.viewed(rows.view.layout.with_axis(1))?,
            _ => rows,
        };
        Ok((cache.read()?, layout, rows))
    });
    let operands = Gather {
        caches: caches.into_iter().collect::<Result<_>>()?,
        block_tables: block_tables.read()?,
        seq_lens: seq_lens.read()?,
        lengths: match is_seq_lens_cumsum {
            true => Lengths::Sums,
            false => Lengths::Counts,
        },
        seq_offset: seq_offset_optional
            .map(|offsets| offsets.read())
            .transpose()?,
    };
    gather(operands).code(ACLNN_ERR_INNER_TILING_ERROR)
}
