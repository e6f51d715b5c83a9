//! `aclnnMoeDistributeDispatchTeardown`: the second half of a dispatch of tokens to experts on several ranks; on Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_dispatch_teardown`.

use crate::contract::dispatched::{Deployed, DispatchTeardown, OfHalves};
use crate::prelude::*;

/// Exchanges the rows that `aclnnMoeDistributeDispatchSetup` has put in order: `expandXOut` (A, H) gets those for this rank's experts, by expert, source rank, token and choice, `dynamicScalesOut` their scales, `expertTokenNumsOut` the number of each expert, or of those before it too.
/// `assistInfoForCombineOut` (A * 128) gets the rank, token and choice of each row, and -1 as the rank of the others.
#[aclnn]
fn aclnnMoeDistributeDispatchTeardown(
    x: Input,
    y: Input,
    expert_ids: Input,
    comm_cmd_info: Input,
    group_ep: Text,
    ep_world_size: i64,
    ep_rank_id: i64,
    moe_expert_num: i64,
    expert_shard_type: i64,
    shared_expert_num: i64,
    shared_expert_rank_num: i64,
    quant_mode: i64,
    global_bs: i64,
    expert_token_nums_type: i64,
    comm_type: i64,
    comm_alg: Option<MutText>,
    expand_x_out: Output,
    dynamic_scales_out: Option<Output>,
    assist_info_for_combine_out: Output,
    expert_token_nums_out: Output,
) -> Planned {
    DispatchTeardown {
        operator: "MoeDistributeDispatchTeardown",
        of: OfHalves {
            deployed: Deployed {
                group_ep,
                ep_world_size,
                ep_rank_id,
                moe_expert_num,
                group_tp: None,
                tp_world_size: 0,
                tp_rank_id: 0,
                expert_shard_type,
                shared_expert_num,
                shared_expert_rank_num,
                global_bs,
                comm_alg,
                elastic_info: None,
                performance_info: None,
                special: [0; 3],
            },
            comm_type,
        },
        x,
        y,
        expert_ids,
        comm_cmd_info,
        quant_mode,
        expert_token_nums_type,
        expand_x: expand_x_out,
        dynamic_scales: dynamic_scales_out,
        assist_info: assist_info_for_combine_out,
        expert_token_nums: expert_token_nums_out,
    }
    .planned()
}
