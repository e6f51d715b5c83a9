//! `aclnnMoeTokenUnpermuteWithEp`: as `aclnnMoeTokenUnpermute`, of a part of the order; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_token_unpermute_with_ep`.

use super::moe_token_unpermute::Unpermute;
use crate::contract::moe::{FLOATS_ON_910B, not_padded, range_of};
use crate::prelude::*;

/// As `aclnnMoeTokenUnpermute`; the rows of `permutedTokens` are those at the places `rangeOptional[0]` to `rangeOptional[1]`, other places have none. Without `probsOptional` a token has `numTopk` places. Without a range
/// `numTopk` is not looked at.
#[aclnn]
fn aclnnMoeTokenUnpermuteWithEp(
    permuted_tokens: Input,
    sorted_indices: Input,
    probs_optional: Option<Input>,
    num_topk: i64,
    range_optional: Option<Ints>,
    padded_mode: bool,
    _restore_shape_optional: Option<Ints>,
    out: ConstOutput,
) -> Planned {
    permuted_tokens.dtype_in(FLOATS_ON_910B)?;
    if let Some(probs) = &probs_optional {
        probs.dtype_in(FLOATS_ON_910B)?;
    }
    not_padded(padded_mode)?;
    let range = match &range_optional {
        Some(range) => Some(range_of(range, 0, i64::MAX)?),
        None => None,
    };
    Unpermute {
        permuted_tokens,
        sorted_indices,
        probs: probs_optional,
        num_topk: if range.is_some() { num_topk } else { 1 },
        range,
        out,
    }
    .planned()
}
