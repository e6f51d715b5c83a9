//! `aclnnMoeReRouting`: tokens that came from several ranks, in the order of experts; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_re_routing`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::{ReRouting, re_routing};
use crate::prelude::*;

const TOKENS: Dtypes = on_910(&[])
    .and_910b(&[F16, Bf16, I8])
    .and_950(&[F8E5m2, F8E4m3fn, Hifloat8, F4E2m1, F4E1m2]);

/// The number of tokens.
fn shapes(
    tokens: &Input,
    counts: &Input,
    scales: Option<(&Input, &Output)>,
    [moved, places, totals]: [&Output; 3],
) -> Result<i64> {
    let [count, width] = extents::<2>(tokens)?;
    if tokens.dtype()?.bits() < 8 {
        if width % 2 != 0 {
            return Err(tokens.shape_refused("an even last dimension, for elements of four bits"));
        }
        tokens.contiguous()?;
        moved.contiguous()?;
    }
    let [_, experts] = extents::<2>(counts)?;
    moved.same_shape(tokens)?;
    places.shape_is(&[count], "a number for each token")?;
    totals.shape_is(&[experts], "the last dimension of `expertTokenNumPerRank`")?;
    if let Some((scales, output)) = scales {
        scales.rank_in(1..=3)?;
        if scales.shape()[0] != count {
            return Err(scales.shape_refused(format!("{count} rows, as `tokens` has")));
        }
        output.same_shape(scales)?;
    }
    Ok(count)
}

/// Moves the rows of `tokens`, which are in the order of ranks and, of each, in the order of experts, into the order of experts and, of each, of ranks; `perTokenScalesOptional` likewise.
/// `expertTokenNumPerRank` (INT32 or INT64) has the number of tokens of each rank and expert; another sum than that of the tokens ends the task with an error. `permuteTokenIdxOut` gets where each row was (`idxType` 0) or, on
/// Ascend950, where it goes (1), `expertTokenNumOut` the tokens of each expert (`expertTokenNumType` 1) or the sums up to it (0).
#[aclnn]
fn aclnnMoeReRouting(
    tokens: Input,
    expert_token_num_per_rank: Input,
    per_token_scales_optional: Option<Input>,
    expert_token_num_type: i64,
    idx_type: i64,
    permute_tokens_out: ConstOutput,
    permute_per_token_scales_out: Option<ConstOutput>,
    permute_token_idx_out: ConstOutput,
    expert_token_num_out: ConstOutput,
) -> Planned {
    tokens.dtype_in(TOKENS)?;
    permute_tokens_out.same_dtype(&tokens)?;
    expert_token_num_per_rank.dtype_in(INDEX_TYPES)?;
    expert_token_num_out.same_dtype(&expert_token_num_per_rank)?;
    permute_token_idx_out.dtype_is(I32)?;
    let scales = match (&per_token_scales_optional, &permute_per_token_scales_out) {
        (Some(scales), Some(output)) => {
            scales.dtype_in(on_all(&[F32]).and_950(&[F8E8m0]))?;
            output.same_dtype(scales)?;
            Some((scales, output))
        }
        (Some(_), None) => {
            let missing = Reason::Null {
                arg: "permutePerTokenScalesOut",
            };
            return Err(Error::from(missing).into());
        }
        (None, _) => None,
    };
    let outputs = [
        &permute_tokens_out,
        &permute_token_idx_out,
        &expert_token_num_out,
    ];
    let count = within("expertTokenNumType", expert_token_num_type, 0..=1)
        .and_then(|()| within("idxType", idx_type, 0..=i64::from(contract::on_950())))
        .and_then(|()| shapes(&tokens, &expert_token_num_per_rank, scales, outputs))
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let mut carried = vec![(tokens.read()?, permute_tokens_out.write()?)];
    if let Some((scales, output)) = scales {
        carried.push((scales.read()?, output.write()?));
    }
    Ok(re_routing(ReRouting {
        counts: expert_token_num_per_rank.read()?,
        carried,
        tokens: count as usize,
        places: permute_token_idx_out.write()?,
        scattered: idx_type == 1,
        totals: expert_token_num_out.write()?,
        cumulative: expert_token_num_type == 0,
    })?)
}
