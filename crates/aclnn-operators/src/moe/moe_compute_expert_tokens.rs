//! `aclnnMoeComputeExpertTokens`: where the choices of each expert end; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer, `moe/moe_compute_expert_tokens`.

use crate::contract::moe::{extents, within};
use crate::ops::moe::expert_tokens;
use crate::prelude::*;

/// Writes for each of `numExperts` experts (at most 2048) how many elements of `sortedExperts`, which rise, are of it or of an expert before it.
#[aclnn]
fn aclnnMoeComputeExpertTokens(
    sorted_experts: Input,
    num_experts: i64,
    out: ConstOutput,
) -> Planned {
    sorted_experts.dtype_in(on_910(&[]).and_910b(&[I32]))?;
    out.dtype_is(I32)?;
    let shapes = extents::<1>(&sorted_experts)
        .and_then(|_| within("numExperts", num_experts, 1..=2048))
        .and_then(|()| out.shape_is(&[num_experts], "`numExperts` numbers"));
    shapes.code(ACLNN_ERR_INNER_TILING_ERROR)?;
    Ok(expert_tokens(sorted_experts.read()?, out.write()?)?)
}
