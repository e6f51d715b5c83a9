//! `aclnnMoeDistributeDispatchV2`: tokens go to experts on several ranks; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_dispatch_v2`.

use crate::contract::dispatched::{Deployed, Dispatched};
use crate::prelude::*;

/// As `aclnnMoeDistributeDispatch`, with numbers for `aclnnMoeDistributeCombineV2` in `assistInfoForCombineOut`. On Ascend950 `quantMode` 1 multiplies by given scales (INT8, HIFLOAT8), 2 quantises rows (INT8, FP8), 3 groups of 128 elements (FP8), 4 blocks of 32 (FP8, FP4, scales of FLOAT8_E8M0);
/// tokens of eight or four bits, and of INT32 on Ascend910B, go with their rows of `scalesOptional`. `commAlg` changes nothing.
#[aclnn]
fn aclnnMoeDistributeDispatchV2(
    x: Input,
    expert_ids: Input,
    scales_optional: Option<Input>,
    x_active_mask_optional: Option<Input>,
    expert_scales_optional: Option<Input>,
    group_ep: Text,
    ep_world_size: i64,
    ep_rank_id: i64,
    moe_expert_num: i64,
    group_tp: Option<Text>,
    tp_world_size: i64,
    tp_rank_id: i64,
    expert_shard_type: i64,
    shared_expert_num: i64,
    shared_expert_rank_num: i64,
    quant_mode: i64,
    global_bs: i64,
    expert_token_nums_type: i64,
    comm_alg: Option<Text>,
    expand_x_out: Output,
    dynamic_scales_out: Option<Output>,
    assist_info_for_combine_out: Output,
    expert_token_nums_out: Output,
    ep_recv_counts_out: Output,
    tp_recv_counts_out: Option<Output>,
    expand_scales_out: Option<Output>,
) -> Planned {
    Dispatched {
        operator: "MoeDistributeDispatchV2",
        is_first: false,
        deployed: Deployed {
            group_ep,
            ep_world_size,
            ep_rank_id,
            moe_expert_num,
            group_tp,
            tp_world_size,
            tp_rank_id,
            expert_shard_type,
            shared_expert_num,
            shared_expert_rank_num,
            global_bs,
            comm_alg,
            elastic_info: None,
            performance_info: None,
            special: [0; 3],
        },
        x,
        expert_ids,
        scales: scales_optional,
        x_active_mask: x_active_mask_optional,
        expert_scales: expert_scales_optional,
        quant_mode,
        expert_token_nums_type,
        expand_x: expand_x_out,
        dynamic_scales: dynamic_scales_out,
        assist_info: assist_info_for_combine_out,
        expert_token_nums: expert_token_nums_out,
        ep_recv_counts: Some(ep_recv_counts_out),
        tp_recv_counts: tp_recv_counts_out,
        expand_scales: expand_scales_out,
    }
    .planned()
}
