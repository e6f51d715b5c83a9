//! `aclnnMoeInitRoutingQuant`: as `aclnnMoeInitRouting`, with rows of INT8; on Ascend910B and Ascend910_93. Source: ops-transformer, `moe/moe_init_routing_quant`.

use super::moe_init_routing::Init;
use crate::contract::moe::FLOATS_ON_910B;
use crate::prelude::*;

/// As `aclnnMoeInitRouting`; `expandedXOut` (INT8) is `x * scale + offset`, both numbers rounded to FLOAT, to the nearest integer, of two the even one.
#[aclnn]
fn aclnnMoeInitRoutingQuant(
    x: Input,
    row_idx: Input,
    expert_idx: Input,
    active_num: i64,
    scale: f64,
    offset: f64,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expanded_expert_idx_out: ConstOutput,
) -> Planned {
    x.dtype_in(FLOATS_ON_910B)?;
    expanded_x_out.dtype_is(I8)?;
    Init {
        x,
        row_idx,
        expert_idx,
        active_num,
        quantised: Some([scale, offset]),
        expanded_x_out,
        expanded_row_idx_out,
        expanded_expert_idx_out,
    }
    .planned()
}
