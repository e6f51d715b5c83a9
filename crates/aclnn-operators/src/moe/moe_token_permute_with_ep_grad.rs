//! `aclnnMoeTokenPermuteWithEpGrad`: the gradient of `aclnnMoeTokenPermuteWithEp`; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_token_permute_with_ep_grad`.

use super::moe_token_permute_grad::Gradient;
use crate::contract::moe::{FLOATS_ON_910B, not_padded, range_of};
use crate::prelude::*;

/// As `aclnnMoeTokenPermuteGrad`; the rows are those at the places `rangeOptional[0]` to `rangeOptional[1]`, other places have none. `probsGradOut` gets the element of `permutedProbsOutputGradOptional` of
/// each place, or 0. Without a range neither is looked at.
#[aclnn]
fn aclnnMoeTokenPermuteWithEpGrad(
    permuted_tokens_output_grad: Input,
    sorted_indices: Input,
    permuted_probs_output_grad_optional: Option<Input>,
    num_topk: i64,
    range_optional: Option<Ints>,
    padded_mode: bool,
    token_grad_out: ConstOutput,
    probs_grad_out: Option<ConstOutput>,
) -> Planned {
    permuted_tokens_output_grad.dtype_in(FLOATS_ON_910B)?;
    not_padded(padded_mode)?;
    let range = match &range_optional {
        Some(range) => Some(range_of(range, 0, i64::MAX)?),
        None => None,
    };
    let probs = match (&range, permuted_probs_output_grad_optional, probs_grad_out) {
        (Some(_), Some(gradient), Some(output)) if !gradient.is_empty() => Some((gradient, output)),
        _ => None,
    };
    Gradient {
        rows: permuted_tokens_output_grad,
        sorted_indices,
        num_topk,
        most_topk: 512,
        range,
        probs,
        out: token_grad_out,
    }
    .planned()
}
