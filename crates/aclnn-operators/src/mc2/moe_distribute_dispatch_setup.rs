//! `aclnnMoeDistributeDispatchSetup`: the first half of a dispatch of tokens to experts on several ranks; on Ascend950. Source: ops-transformer,
//! `mc2/moe_distribute_dispatch_setup`.

use crate::contract::dispatched::{Deployed, DispatchSetup, OfHalves};
use crate::prelude::*;

/// Puts the tokens `x` (BS, H), FLOAT16 or BFLOAT16, in the order of their experts on all ranks, quantised by `quantMode` as `aclnnMoeDistributeDispatchV2` does, in `yOut` (BS * (K + sharedExpertNum), message): rows with their scales behind them. `commCmdInfoOut` says where they go;
/// `expandIdxOut` (BS * K) numbers the choices of each expert. It waits for no rank: `aclnnMoeDistributeDispatchTeardown` exchanges the rows.
#[aclnn]
fn aclnnMoeDistributeDispatchSetup(
    x: Input,
    expert_ids: Input,
    scales_optional: Option<Input>,
    x_active_mask_optional: Option<Input>,
    group_ep: Text,
    ep_world_size: i64,
    ep_rank_id: i64,
    moe_expert_num: i64,
    expert_shard_type: i64,
    shared_expert_num: i64,
    shared_expert_rank_num: i64,
    quant_mode: i64,
    global_bs: i64,
    comm_type: i64,
    comm_alg: Option<Text>,
    y_out: Output,
    expand_idx_out: Output,
    comm_cmd_info_out: Output,
) -> Planned {
    DispatchSetup {
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
        expert_ids,
        scales: scales_optional,
        x_active_mask: x_active_mask_optional,
        quant_mode,
        y: y_out,
        expand_idx: expand_idx_out,
        comm_cmd_info: comm_cmd_info_out,
    }
    .planned()
}
