//! `aclnnMoeDistributeCombineTeardown`: the second half of a combination of what experts on several ranks return; on Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_combine_teardown`.

use crate::contract::dispatched::{CombineTeardown, Deployed, OfHalves};
use crate::prelude::*;

/// Exchanges the rows of `expandX` that `commCmdInfo` of `aclnnMoeDistributeCombineSetup` lists: `xOut` (BS, H) gets the sum of each token's rows times `expertScales`, in the order of its choices, and `sharedExpertXOptional`, rounded once. `quantExpandX` and `expandIdx` are not read.
#[aclnn]
fn aclnnMoeDistributeCombineTeardown(
    expand_x: Input,
    quant_expand_x: Input,
    expert_ids: Input,
    expand_idx: Input,
    expert_scales: Input,
    comm_cmd_info: Input,
    x_active_mask_optional: Option<Input>,
    shared_expert_x_optional: Option<Input>,
    group_ep: Text,
    ep_world_size: i64,
    ep_rank_id: i64,
    moe_expert_num: i64,
    expert_shard_type: i64,
    shared_expert_num: i64,
    shared_expert_rank_num: i64,
    global_bs: i64,
    comm_quant_mode: i64,
    comm_type: i64,
    comm_alg: Option<Text>,
    x_out: Output,
) -> Planned {
    CombineTeardown {
        operator: "MoeDistributeCombineTeardown",
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
        expand_x,
        quant_expand_x,
        expert_ids,
        expand_idx,
        expert_scales,
        comm_cmd_info,
        x_active_mask: x_active_mask_optional,
        shared_expert_x: shared_expert_x_optional,
        comm_quant_mode,
        x: x_out,
    }
    .planned()
}
