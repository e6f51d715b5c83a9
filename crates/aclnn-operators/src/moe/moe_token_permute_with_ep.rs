//! `aclnnMoeTokenPermuteWithEp`: as `aclnnMoeTokenPermute`, of a part of the order; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_token_permute_with_ep`.

use super::moe_token_permute::Permute;
use crate::contract::moe::{FLOATS_ON_910B, range_of};
use crate::prelude::*;

/// As `aclnnMoeTokenPermute`; only the rows at the places `rangeOptional[0]` to `rangeOptional[1]` of the order are written, and the elements of `probsOptional` that belong to them. Without a range
/// `probsOptional` is not read.
#[aclnn]
fn aclnnMoeTokenPermuteWithEp(
    tokens: Input,
    indices: Input,
    probs_optional: Option<Input>,
    range_optional: Option<Ints>,
    num_out_tokens: i64,
    padded_mode: bool,
    permute_tokens_out: ConstOutput,
    sorted_indices_out: ConstOutput,
    permute_probs_out: Option<ConstOutput>,
) -> Planned {
    tokens.dtype_in(FLOATS_ON_910B)?;
    permute_tokens_out.same_dtype(&tokens)?;
    tokens.rank_in(2..=2).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let range = match &range_optional {
        Some(range) => {
            let range =
                range_of(range, 0, indices.numel() as i64).code(ACLNN_ERR_INNER_TILING_ERROR)?;
            Some([range.start, range.end])
        }
        None => None,
    };
    let probs = match (range, probs_optional, permute_probs_out) {
        (Some(_), Some(probs), Some(output)) => Some((probs, output)),
        (Some(_), Some(_), None) => {
            let missing = Reason::Null {
                arg: "permuteProbsOut",
            };
            return Err(Error::from(missing).into());
        }
        _ => None,
    };
    Permute {
        tokens,
        indices,
        probs,
        range,
        num_out_tokens,
        padded_mode,
        quantised: None,
        permute_tokens_out,
        sorted_indices_out,
    }
    .planned()
}
