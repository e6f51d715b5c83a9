//! `aclnnMoeTokenUnpermuteWithEpGrad`: the gradients of `aclnnMoeTokenUnpermuteWithEp`; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_token_unpermute_with_ep_grad`.

use super::moe_token_unpermute_grad::Gradient;
use crate::contract::moe::{FLOATS_ON_910B, not_padded, range_of};
use crate::prelude::*;

/// As `aclnnMoeTokenUnpermuteGrad`; the rows are those at the places `rangeOptional[0]` to `rangeOptional[1]`, from the first row of the outputs on, other places have none. Without `probsOptional` a token has
/// `topkNum` places.
#[aclnn]
fn aclnnMoeTokenUnpermuteWithEpGrad(
    unpermuted_tokens_grad: Input,
    sorted_indices: Input,
    permuted_tokens_optional: Option<Input>,
    probs_optional: Option<Input>,
    padded_mode: bool,
    _restore_shape_optional: Option<Ints>,
    range_optional: Option<Ints>,
    topk_num: i64,
    permuted_tokens_grad_out: ConstOutput,
    probs_grad_out: Option<ConstOutput>,
) -> Planned {
    unpermuted_tokens_grad.dtype_in(FLOATS_ON_910B)?;
    if let Some(probs) = &probs_optional {
        probs.dtype_in(FLOATS_ON_910B)?;
    }
    let range = not_padded(padded_mode).and_then(|()| {
        range_optional
            .as_ref()
            .map(|range| range_of(range, 0, i64::MAX))
            .transpose()
    });
    Gradient {
        permuted_tokens: permuted_tokens_optional,
        unpermuted_tokens_grad,
        sorted_indices,
        probs: probs_optional,
        num_topk: topk_num,
        range: range.code(ACLNN_ERR_INNER_TILING_ERROR)?,
        permuted_tokens_grad_out,
        probs_grad_out,
    }
    .planned(ACLNN_ERR_INNER_TILING_ERROR)
}
