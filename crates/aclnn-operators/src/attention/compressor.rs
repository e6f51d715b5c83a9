//! `aclnnCompressor`: groups of tokens as one. Source: ops-transformer, `attention/compressor`.

use crate::contract::compressor::{Tokens, is_kept, parts};
use crate::device::soc::Generation;
use crate::ops::compressor::{Compressor, Scaled, compressor};
use crate::prelude::*;

/// Writes one row to `cmpKvOut` for each group of `cmpRatio` positions of a sequence whose last token is in the call: of each channel the mean of the values `x * wkv^T` of its tokens, weighted by the softmax of their scores `x * wgate^T + ape[position % cmpRatio]`. With a
/// `coff` of 2 a token has two parts of channels: the first one counts in the group after its own, the second one in its own.
///
/// `x` is (sequences, tokens, inputs), or (tokens, inputs) with the ends of sequences in `cuSeqlensOptional`; the first `sequsedOptional` tokens of each count, from position `startPosOptional` on. Rows are (sequences, groups, channels), or one sequence after the other; others stay as
/// they are. Values and scores of tokens are kept in `stateCacheRef` (lines, tokens, values and scores), FLOAT, from which earlier tokens of a group are read: at a `cacheMode` of 1 all of them, position p in line `stateBlockTableOptional[sequence][p / tokens]`, but for line 0; at 2
/// those that later groups need, in turns in one line. With `gradEnabled` softmax and values of all tokens of a group are written to `softmaxScoreOut` and `kvOut`, those of one position side by side.
///
/// FLOAT16 or BFLOAT16, all alike, with FLOAT beside them. On Ascend910B and Ascend910_93 `cmpRatio` is a power of two, `cacheMode` is 1 and there is no `gradEnabled`.
#[aclnn]
fn aclnnCompressor(
    x: Input,
    wkv: Input,
    wgate: Input,
    state_cache_ref: InOut,
    ape: Input,
    state_block_table_optional: Input,
    cu_seqlens_optional: Option<Input>,
    seqused_optional: Option<Input>,
    start_pos_optional: Option<Input>,
    cmp_ratio: i64,
    coff: i64,
    cache_mode: i64,
    _state_cache_stride_dim0: i64,
    grad_enabled: bool,
    cmp_kv_out: ConstOutput,
    softmax_score_out: Option<ConstOutput>,
    kv_out: Option<ConstOutput>,
) -> Planned {
    contract::needs_chip(&[Generation::Ascend910B, Generation::Ascend950])?;
    let tokens = Tokens {
        x: &x,
        weights: [&wkv, &wgate],
        starts: &cu_seqlens_optional,
        used: &seqused_optional,
        positions: &start_pos_optional,
        ratio: cmp_ratio,
        overlap: coff,
    };
    tokens.types(HALVES, &[&cmp_kv_out])?;
    ape.dtype_is(F32)?;
    if grad_enabled && !contract::on_950() {
        return Err(Error::value("gradEnabled", "true", "false").into());
    }
    let (grouping, means, channels) = tokens.shapes()?;
    ape.shape_is(
        &[cmp_ratio, channels],
        "the channels of each position of a group",
    )?;
    cmp_kv_out.shape_is(&means, "a row for each group")?;
    let kept = match (grad_enabled, &softmax_score_out, &kv_out) {
        (false, ..) => None,
        (true, Some(weights), Some(values)) => {
            is_kept([weights, values], &parts(&means, grouping))?;
            Some([weights.write()?, values.write()?])
        }
        (true, weights, _) => {
            let name = if weights.is_none() {
                "softmaxScoreOut"
            } else {
                "kvOut"
            };
            return Err(Error::from(Reason::Null { arg: name }).into());
        }
    };
    let scaled = |weight: &Input| -> Result<Scaled> {
        Ok(Scaled {
            weight: weight.read()?,
            scale: None,
        })
    };
    let (states, table) = (&state_cache_ref, &state_block_table_optional);
    let cache = tokens.cache(states, table, cache_mode, channels)?;
    let all = Compressor {
        x: x.read()?,
        x_scale: None,
        values: scaled(&wkv)?,
        scores: scaled(&wgate)?,
        bias: ape.read()?,
        cache,
        lengths: tokens.lengths()?,
        grouping,
        out: cmp_kv_out.write()?,
        parts: kept,
    };
    Ok(compressor(all)?)
}
