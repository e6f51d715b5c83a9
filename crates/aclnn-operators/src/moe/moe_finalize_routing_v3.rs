//! `aclnnMoeFinalizeRoutingV3`: as `aclnnMoeFinalizeRoutingV2`, with experts that have no rows; on Ascend910B, Ascend910_93, Ascend950 and Ascend310P. Source: ops-transformer,
//! `moe/moe_finalize_routing_v2`.

use super::moe_finalize_routing_v2::Finalize;
use crate::prelude::*;

/// As `aclnnMoeFinalizeRoutingV2`; of the experts in `zeroExpertRange` nothing is added, in `copyExpertRange` the row of `xOptional`, and in `constantExpertRange` `a1 * x + a2 * v`, of which each expert has a row. The ranges
/// are apart, and end before their second number; places of such choices are not looked at.
#[aclnn]
fn aclnnMoeFinalizeRoutingV3(
    expanded_x: Input,
    expanded_row_idx: Input,
    x1_optional: Option<Input>,
    x2_optional: Option<Input>,
    bias_optional: Option<Input>,
    scales_optional: Option<Input>,
    expert_idx_optional: Option<Input>,
    x_optional: Option<Input>,
    a1_optional: Option<Input>,
    a2_optional: Option<Input>,
    v_optional: Option<Input>,
    drop_pad_mode: i64,
    zero_expert_range: Option<Ints>,
    copy_expert_range: Option<Ints>,
    constant_expert_range: Option<Ints>,
    out: ConstOutput,
) -> Planned {
    Finalize {
        expanded_x,
        expanded_row_idx,
        x1: x1_optional,
        x2: x2_optional,
        bias: bias_optional,
        scales: scales_optional,
        expert_idx: expert_idx_optional,
        special: [x_optional, a1_optional, a2_optional, v_optional],
        drop_pad_mode,
        ranges: [zero_expert_range, copy_expert_range, constant_expert_range],
        k: 1,
        out,
    }
    .planned(ACLNN_ERR_INNER_TILING_ERROR)
}
