//! `aclnnMoeDistributeDispatch`: tokens go to experts on several ranks; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_dispatch`.

use crate::contract::dispatched::{Deployed, Dispatched};
use crate::prelude::*;

/// Gives tokens to experts on the ranks of `groupEp`: the row of each choice goes to the rank of its expert, and those of shared experts, which are on the first `sharedExpertRankNum` ranks. Rows arrive by expert, rank and token.
/// `x` is FLOAT16 or BFLOAT16 of shape (BS, H), `expertIds` INT32 (BS, K). `quantMode` 0 moves rows as they are; 2 quantises each to INT8, with a scale in `dynamicScales`, after factors of `scales` (experts, H).
/// `xActiveMask` (BOOL, (BS) or (BS, K)) hides tokens or choices. Rows behind the last one stay as they are. `expandIdx` and `epRecvCounts` are for `aclnnMoeDistributeCombine` alone.
#[aclnn]
fn aclnnMoeDistributeDispatch(
    x: Input,
    expert_ids: Input,
    scales: Option<Input>,
    x_active_mask: Option<Input>,
    expert_scales: Option<Input>,
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
    expand_x: Output,
    dynamic_scales: Option<Output>,
    expand_idx: Output,
    expert_token_nums: Output,
    ep_recv_counts: Output,
    tp_recv_counts: Option<Output>,
    expand_scales: Option<Output>,
) -> Planned {
    Dispatched {
        operator: "MoeDistributeDispatch",
        is_first: true,
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
            comm_alg: None,
            elastic_info: None,
            performance_info: None,
            special: [0; 3],
        },
        x,
        expert_ids,
        scales,
        x_active_mask,
        expert_scales,
        quant_mode,
        expert_token_nums_type,
        expand_x,
        dynamic_scales,
        assist_info: expand_idx,
        expert_token_nums,
        ep_recv_counts: Some(ep_recv_counts),
        tp_recv_counts,
        expand_scales,
    }
    .planned()
}
