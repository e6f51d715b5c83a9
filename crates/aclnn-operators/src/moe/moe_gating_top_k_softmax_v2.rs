//! `aclnnMoeGatingTopKSoftmaxV2`: the experts of each token, by softmax before or after the choice; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_gating_top_k_softmax_v2`.

use super::moe_gating_top_k_softmax::shapes;
use crate::contract::moe::within;
use crate::ops::moe::{Gating, Norm, gating};
use crate::prelude::*;

/// Writes the `k` largest values of the softmax of each row of `x` (`renorm` 0), or the softmax of its `k` largest values (`renorm` 1), and the experts that they are of. Of equal
/// values the first expert comes first. `finishedOptional` (BOOL) marks rows whose experts are written as the number of experts. `softmaxResultOutOptional` (FLOAT) gets the whole
/// softmax if `renorm` is 0 and `outputSoftmaxResultFlag` is true.
#[aclnn]
fn aclnnMoeGatingTopKSoftmaxV2(
    x: Input,
    finished_optional: Option<Input>,
    k: i64,
    renorm: i64,
    output_softmax_result_flag: bool,
    y_out: ConstOutput,
    expert_idx_out: ConstOutput,
    softmax_result_out_optional: Option<ConstOutput>,
) -> Planned {
    x.dtype_in(SHORT_SINCE_910B)?;
    y_out.same_dtype(&x)?;
    expert_idx_out.dtype_is(I32)?;
    let finished = finished_optional.as_ref();
    finished.map_or(Ok(()), |finished| finished.dtype_is(Bool))?;
    let is_written = output_softmax_result_flag && renorm == 0;
    let normalised = softmax_result_out_optional.filter(|_| is_written);
    let checked = within("renorm", renorm, 0..=1)
        .and_then(|()| shapes(&x, finished, k, [&y_out, &expert_idx_out]));
    checked.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    match &normalised {
        Some(all) => {
            all.dtype_is(F32)?;
            all.same_shape(&x).code(ACLNN_ERR_INNER_TILING_ERROR)?;
        }
        None if is_written => {
            let missing = Error::from(Reason::Null {
                arg: "softmaxResultOutOptional",
            });
            return Err(missing.into());
        }
        None => {}
    }
    let norm = match renorm {
        0 => Norm::Softmax,
        _ => Norm::SoftmaxOfChosen,
    };
    Ok(gating(Gating {
        finished: finished.map(Input::read).transpose()?,
        normalised: normalised.map(|all| all.write()).transpose()?,
        ..Gating::new(x.read()?, norm, y_out.write()?, expert_idx_out.write()?)
    })?)
}
