//! `aclnnMoeInitRoutingV4`: as `aclnnMoeInitRoutingV3`, with a number of rows in memory and weights that go with them; on Ascend950. Source: ops-transformer,
//! `moe/moe_init_routing_v4`.

use super::moe_init_routing_v3::Init;
use crate::prelude::*;

/// As `aclnnMoeInitRoutingV3`; the number of rows is in `activeNumOptional` (INT64, one element; 0, or null, for all), which is read when the stream runs. `expandedTopkWeightOut` gets the element of
/// `topkWeightOptional` (FLOAT, one for each choice) of each row.
#[aclnn]
fn aclnnMoeInitRoutingV4(
    x: Input,
    expert_idx: Input,
    scale_optional: Option<Input>,
    offset_optional: Option<Input>,
    active_num_optional: Option<Input>,
    topk_weight_optional: Option<Input>,
    expert_capacity: i64,
    expert_num: i64,
    drop_pad_mode: i64,
    expert_tokens_num_type: i64,
    expert_tokens_num_flag: bool,
    quant_mode: i64,
    active_expert_range_optional: Option<Ints>,
    row_idx_type: i64,
    expanded_x_out: ConstOutput,
    expanded_row_idx_out: ConstOutput,
    expert_tokens_count_or_cumsum_out: ConstOutput,
    expanded_scale_out: ConstOutput,
    expanded_topk_weight_out: Option<ConstOutput>,
) -> Planned {
    // Only Ascend950 has the operator.
    x.dtype_in(only_950(&[
        F16, Bf16, F32, I8, Hifloat8, F8E5m2, F8E4m3fn, F4E2m1,
    ]))?;
    if let Some(number) = &active_num_optional {
        number.dtype_is(I64)?;
    }
    let weights = match (topk_weight_optional, expanded_topk_weight_out) {
        (Some(weights), Some(output)) => Some((weights, output)),
        (Some(_), None) => {
            let missing = Reason::Null {
                arg: "expandedTopkWeightOut",
            };
            return Err(Error::from(missing).into());
        }
        (None, _) => None,
    };
    Init {
        active_num: None,
        active_num_tensor: active_num_optional,
        weights,
        x,
        expert_idx,
        scale: scale_optional,
        offset: offset_optional,
        expert_capacity,
        expert_num,
        drop_pad_mode,
        expert_tokens_num_type,
        expert_tokens_num_flag,
        quant_mode,
        active_expert_range: active_expert_range_optional,
        row_idx_type,
        expanded_x_out,
        expanded_row_idx_out,
        expert_tokens_count_or_cumsum_out,
        expanded_scale_out,
    }
    .planned()
}
