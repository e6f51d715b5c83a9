//! `aclnnMoeDistributeCombine`: rows of experts return to the ranks of their tokens; on Ascend910B, Ascend910_93 and Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_combine`.

use crate::contract::dispatched::{CombinedArgs, Deployed};
use crate::prelude::*;

/// Returns rows of experts to the ranks of their tokens, and sums them: `x` is the sum of the rows of a token's choices times `expertScales` (FLOAT, (BS, K)), and of its shared experts' rows. Sums are computed in DOUBLE, in the order of choices, and rounded once. Rows that travel are not quantised, whatever `commQuantMode` (0 or 2).
/// `expandIdx`, `tpSendCounts`, `activationScale`, `weightScale`, `groupList` and `expandScales` are not read: `epSendCounts`, as `aclnnMoeDistributeDispatch` has written it, says which rows go where.
#[aclnn]
fn aclnnMoeDistributeCombine(
    expand_x: Input,
    expert_ids: Input,
    expand_idx: Input,
    ep_send_counts: Input,
    expert_scales: Input,
    tp_send_counts: Option<Input>,
    x_active_mask: Option<Input>,
    activation_scale: Option<Input>,
    weight_scale: Option<Input>,
    group_list: Option<Input>,
    expand_scales: Option<Input>,
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
    global_bs: i64,
    out_dtype: i64,
    comm_quant_mode: i64,
    group_list_type: i64,
    x: Output,
) -> Planned {
    CombinedArgs {
        operator: "MoeDistributeCombine",
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
        expand_x,
        expert_ids,
        assist_info: expand_idx,
        ep_send_counts,
        expert_scales,
        x_active_mask,
        unread: vec![
            tp_send_counts,
            activation_scale,
            weight_scale,
            group_list,
            expand_scales,
        ],
        shared_expert_x: None,
        ori_x: None,
        constants: [None, None, None],
        out_dtype,
        comm_quant_mode,
        group_list_type,
        x,
        has_axis: false,
    }
    .planned()
}
