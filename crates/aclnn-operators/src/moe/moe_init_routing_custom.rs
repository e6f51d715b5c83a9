//! `aclnnMoeInitRoutingCustom`: another name of `aclnnMoeInitRoutingV3`. Source: headers of vllm-ascend 0.18.0, `aclnn_moe_init_routing_custom.h`.

use super::moe_init_routing_v3::Init;
use crate::prelude::*;

/// Does what `aclnnMoeInitRoutingV3` does.
#[aclnn]
fn aclnnMoeInitRoutingCustom(
    x: Input,
    expert_idx: Input,
    scale_optional: Option<Input>,
    offset_optional: Option<Input>,
    active_num: i64,
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
) -> Planned {
    Init {
        x,
        expert_idx,
        scale: scale_optional,
        offset: offset_optional,
        active_num: Some(active_num),
        active_num_tensor: None,
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
        weights: None,
    }
    .planned()
}
