//! `aclnnMoeFinalizeRouting`: tokens as weighted sums of what experts return; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_finalize_routing`.

use super::moe_finalize_routing_v2::Finalize;
use crate::contract::moe::FLOATS_ON_910B;
use crate::prelude::*;

/// Writes `x1 + x2 + sum_k scales[i, k] * (expandedX[expandedRowIdx[k * tokens + i]] + bias[expandedExpertIdx[i, k]])` for each token i; `x2Optional` may be null. A row or an expert that is not there ends the task
/// with an error.
#[aclnn]
fn aclnnMoeFinalizeRouting(
    expanded_x: Input,
    x1: Input,
    x2_optional: Option<Input>,
    bias: Input,
    scales: Input,
    expanded_row_idx: Input,
    expanded_expert_idx: Input,
    out: ConstOutput,
) -> Planned {
    expanded_x.dtype_in(FLOATS_ON_910B)?;
    scales.same_dtype(&expanded_x)?;
    Finalize {
        expanded_x,
        expanded_row_idx,
        x1: Some(x1),
        x2: x2_optional,
        bias: Some(bias),
        scales: Some(scales),
        expert_idx: Some(expanded_expert_idx),
        special: [None, None, None, None],
        drop_pad_mode: 0,
        ranges: [None, None, None],
        k: 1,
        out,
    }
    .planned(ACLNN_ERR_PARAM_INVALID)
}
