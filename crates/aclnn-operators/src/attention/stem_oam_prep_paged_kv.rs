//! `aclnnStemOamPrepPagedKv`: sums of groups of keys in blocks, and by how much values stand out. Source: ops-transformer, `attention/stem_oam_prep_paged_kv`.

use crate::contract::group_sums::{Cached, DEPTH, FLOAT, blocks_of, check_sums, multiple};
use crate::ops::attention::Pages;
use crate::ops::group_sums::{Tokens, sums_and_bias};
use crate::prelude::*;

/// Writes to `kFlat`, BFLOAT16 (sequences, heads, blocks, `stemStride * 128`), for each block of `stemBlockSize` tokens of a sequence the sums of its keys `g`, `g + stemStride` and so on, each times its scale, with `g` falling from `stemStride - 1` to 0; and to `vBias`, FLOAT (sequences, heads, blocks),
/// `lambdaMag` times the mean over the block's groups of `stemStride` neighbours of `max((x - mean) / (deviation + 1e-6), 0)`, where `x` is the logarithm of the largest norm of the group's values plus 1e-6, and mean and deviation are those of all groups of the sequence. Tokens behind the last one are 0, and blocks behind its block too.
/// `kCache` and `vCache` are FLOAT8_E4M3FN, (blocks, heads, rows, 128) in the layout BNBD, or (blocks, rows, heads, 128) in BBND, with 64 or 128 rows; `kScaleCacheOptional` is FLOAT of a number for each row, `vScaleOptional` of one for each head; both are needed. `kvIndices`, INT32 (sequences, places), names the blocks of each sequence of `kvSeqLens` tokens.
/// `stemBlockSize` is a multiple of 32 up to 256 and of `stemStride`, which is a multiple of 16 up to 64. On Ascend950.
#[aclnn]
fn aclnnStemOamPrepPagedKv(
    k_cache: Input,
    v_cache: Input,
    kv_indices: Input,
    kv_seq_lens: Ints,
    k_scale_cache_optional: Option<Input>,
    v_scale_optional: Option<Input>,
    lambda_mag: f64,
    kv_layout: MutText,
    stem_block_size: i64,
    stem_stride: i64,
    k_flat: ConstOutput,
    v_bias: ConstOutput,
) -> Planned {
    let by_heads = match &*kv_layout {
        "BNBD" => true,
        "BBND" => false,
        other => {
            let got = format!("{other:?}");
            return Err(Error::value("kvLayout", got, "BBND or BNBD").into());
        }
    };
    let cached = Cached {
        key: &k_cache,
        value: &v_cache,
        table: &kv_indices,
        key_scale: &k_scale_cache_optional,
        value_scale: &v_scale_optional,
        lengths: &kv_seq_lens,
        by_heads,
    };
    let ([key_scale, value_scale], [heads, rows]) = cached.check()?;
    let size = multiple("stemBlockSize", stem_block_size, 32, 256)?;
    let stride = multiple("stemStride", stem_stride, 16, 64.min(stem_block_size))?;
    if !size.is_multiple_of(stride) {
        let allowed = format!("a divisor of `stemBlockSize`, {size}");
        return Err(Error::value("stemStride", stem_stride, allowed).into());
    }
    if !(0.0..=1.0).contains(&lambda_mag) {
        return Err(Error::value("lambdaMag", lambda_mag, "0 to 1").into());
    }
    let blocks = blocks_of("kvSeqLens", &kv_seq_lens, i64::MAX, size)?;
    let count = kv_seq_lens.len() as i64;
    let blocks = check_sums(&k_flat, [count, heads, blocks], stem_stride * DEPTH, true)?;
    v_bias.dtype_in(FLOAT)?;
    v_bias.shape_is(
        &[count, heads, blocks],
        "a number for each block of `kFlat`",
    )?;
    let of = Tokens {
        sequences: kv_seq_lens
            .iter()
            .map(|&length| [0, length as usize])
            .collect(),
        heads: heads as usize,
        depth: DEPTH as usize,
        pages: Some(Pages {
            table: kv_indices.read()?,
            places: kv_indices.shape()[1] as usize,
            size: rows as usize,
            blocks: k_cache.shape()[0] as usize,
        }),
        by_heads,
        size: [size, stride],
        blocks: blocks as usize,
        is_reversed: true,
    };
    // The factor is FLOAT on a device.
    let factor = f64::from(lambda_mag as f32);
    let key = [k_cache.read()?, key_scale.read()?];
    let value = [v_cache.read()?, value_scale.read()?];
    let outputs = [k_flat.write()?, v_bias.write()?];
    Ok(sums_and_bias(of, key, value, factor, outputs)?)
}
