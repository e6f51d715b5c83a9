//! `aclnnMoeDistributeCombineSetup`: the first half of a combination of what experts on several ranks return; on Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_combine_setup`.

use crate::contract::dispatched::{CombineSetup, Deployed, OfHalves};
use crate::prelude::*;

/// Lists the rows of `expandX` (A, H) that return: `commCmdInfoOut` ((A + epWorldSize) * 16) gets the rank, token and choice of each, as `assistInfoForCombine` of `aclnnMoeDistributeDispatchTeardown` says, and the number of rows for each rank. It waits for no rank:
/// `aclnnMoeDistributeCombineTeardown` exchanges the rows. `quantExpandXOut` stays: `commQuantMode` is 0.
#[aclnn]
fn aclnnMoeDistributeCombineSetup(
    expand_x: Input,
    expert_ids: Input,
    assist_info_for_combine: Input,
    group_ep: Text,
    ep_world_size: i64,
    ep_rank_id: i64,
    moe_expert_num: i64,
    expert_shared_type: i64,
    shared_expert_num: i64,
    shared_expert_rank_num: i64,
    global_bs: i64,
    comm_quant_mode: i64,
    comm_type: i64,
    comm_alg: Option<Text>,
    quant_expand_x_out: Output,
    comm_cmd_info_out: Output,
) -> Planned {
    let expert_shard_type = expert_shared_type;
    CombineSetup {
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
        expert_ids,
        assist_info: assist_info_for_combine,
        comm_quant_mode,
        quant_expand_x: quant_expand_x_out,
        comm_cmd_info: comm_cmd_info_out,
    }
    .planned()
}
