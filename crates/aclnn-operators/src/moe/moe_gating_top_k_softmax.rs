//! `aclnnMoeGatingTopKSoftmax`: the experts of each token, by softmax; on Ascend910B, Ascend910_93, Ascend950 and Ascend310P. Source: ops-transformer,
//! `moe/moe_gating_top_k_softmax`.

use crate::contract::moe::{on_310p, within};
use crate::ops::moe::{Gating, Norm, gating};
use crate::prelude::*;

const FLOATS: Dtypes = on_910(&[]).and_after_910(&[F16]).and_910b(&[F32, Bf16]);

/// Refuses shapes and numbers of experts that softmax gating does not have.
pub(super) fn shapes(
    x: &Input,
    finished: Option<&Input>,
    k: i64,
    outputs: [&Output; 2],
) -> Result<()> {
    x.rank_in(2..=3)?;
    let Some((&experts, tokens)) = x.shape().split_last() else {
        return Err(x.shape_refused("2 or 3 dimensions"));
    };
    if let Some(finished) = finished {
        finished.shape_is(tokens, "that of `x` without its last dimension")?;
    }
    within("k", k, 0..=experts.min(1024))?;
    if contract::on_950() && !(1..=2048).contains(&experts) {
        return Err(x.shape_refused("1 to 2048 experts as last dimension"));
    }
    let chosen = [tokens, &[k]].concat();
    outputs
        .iter()
        .try_for_each(|output| output.shape_is(&chosen, "that of `x`, with `k` experts"))
}

/// Refuses what Ascend310P does not have.
fn on_310p_only(x: &Input, finished: Option<&Input>) -> Result<()> {
    if let Some(finished) = finished {
        return Err(Error::value(
            finished.name(),
            "a tensor",
            "null on this chip",
        ));
    }
    x.rank_in(2..=2)?;
    match x.shape()[1] {
        experts if experts % 16 == 0 && experts <= 256 => Ok(()),
        _ => Err(x.shape_refused("a multiple of 16 up to 256 as last dimension")),
    }
}

/// Writes the `k` largest values of the softmax of each row of `x` (rank 2 or 3), the experts that they are of, and `rowIdxOut[i, j] = j * rows + i`. Of equal values the first
/// expert comes first. `finishedOptional` (BOOL) marks rows whose experts are written as the number of experts. On Ascend310P `rowIdxOut` is 0.
#[aclnn]
fn aclnnMoeGatingTopKSoftmax(
    x: Input,
    finished_optional: Option<Input>,
    k: i64,
    y_out: ConstOutput,
    expert_idx_out: ConstOutput,
    row_idx_out: ConstOutput,
) -> Planned {
    x.dtype_in(FLOATS)?;
    y_out.same_dtype(&x)?;
    expert_idx_out.dtype_is(I32)?;
    row_idx_out.dtype_is(I32)?;
    let finished = finished_optional.as_ref();
    finished.map_or(Ok(()), |finished| finished.dtype_is(Bool))?;
    shapes(&x, finished, k, [&y_out, &expert_idx_out])
        .and_then(|()| row_idx_out.same_shape(&y_out))
        .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if on_310p() {
        on_310p_only(&x, finished).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    }
    let finished = finished.map(Input::read).transpose()?;
    Ok(gating(Gating {
        finished,
        rows: Some(row_idx_out.write()?),
        rows_are_zero: on_310p(),
        ..Gating::new(
            x.read()?,
            Norm::Softmax,
            y_out.write()?,
            expert_idx_out.write()?,
        )
    })?)
}
