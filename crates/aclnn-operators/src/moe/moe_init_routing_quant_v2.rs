//! `aclnnMoeInitRoutingQuantV2`: as `aclnnMoeInitRoutingV2`, with quantised rows; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `moe/moe_init_routing_quant_v2`.

use super::moe_init_routing_v2::{Init, Quantised};
use crate::contract::moe::within;
use crate::prelude::*;

/// As `aclnnMoeInitRoutingV2`; the rows are quantised to INT8 or, on Ascend910B and Ascend910_93, INT4. `quantMode` 0: `x * scaleOptional + offsetOptional`, one number each. 1: each row,
/// times the factors of its expert or of all (`scaleOptional`, if given), over its scale, the largest magnitude over that of the type, which `dynamicQuantScaleOutOptional` gets.
#[aclnn]
fn aclnnMoeInitRoutingQuantV2(
    x: Input,
    expert_idx: Input,
    scale_optional: Option<Input>,
    offset_optional: Option<Input>,
    active_num: i64,
    expert_capacity: i64,
    expert_num: i64,
    drop_pad_mode: i64,
    expert_tokens_count_or_cumsum_flag: i64,
    expert_tokens_before_capacity_flag: bool,
    quant_mode: i64,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expert_tokens_count_or_cumsum_out_optional: Option<ConstOutput>,
    expert_tokens_before_capacity_out_optional: Option<ConstOutput>,
    dynamic_quant_scale_out_optional: Option<ConstOutput>,
) -> Planned {
    x.dtype_in(SHORT_SINCE_910B)?;
    expert_idx.dtype_is(I32)?;
    expanded_x_out.dtype_in(on_all(&[I8]).and_910b_only(&[I4]))?;
    for factors in [&scale_optional, &offset_optional].into_iter().flatten() {
        factors.dtype_is(F32)?;
    }
    within("quantMode", quant_mode, 0..=1).code(ACLNN_ERR_INNER_TILING_ERROR)?;
    let scales = dynamic_quant_scale_out_optional.filter(|_| quant_mode == 1);
    scales
        .as_ref()
        .map_or(Ok(()), |scales| scales.dtype_is(F32))?;
    Init {
        x,
        expert_idx,
        active_num,
        expert_capacity,
        expert_num,
        drop_pad_mode,
        expert_tokens_count_or_cumsum_flag,
        expert_tokens_before_capacity_flag,
        expanded_x_out,
        expanded_row_idx_out,
        counts: [
            expert_tokens_count_or_cumsum_out_optional,
            expert_tokens_before_capacity_out_optional,
        ],
        quantised: Some(Quantised {
            scale: scale_optional,
            offset: offset_optional,
            is_dynamic: quant_mode == 1,
            scales,
        }),
    }
    .planned(ACLNN_ERR_INNER_TILING_ERROR)
}
