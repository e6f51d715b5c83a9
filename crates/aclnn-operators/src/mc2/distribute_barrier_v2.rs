//! `aclnnDistributeBarrierV2`: a wait for all ranks; on Ascend910_93 and Ascend950. Source: ops-transformer, `mc2/distribute_barrier`.

use super::distribute_barrier::barrier;
use crate::prelude::*;

/// As `aclnnDistributeBarrier`. `timeOut` (INT32, one element) is not read: HCCL_EXEC_TIMEOUT limits the wait. `elasticInfo` is null, as for tokens that are dispatched.
#[aclnn]
fn aclnnDistributeBarrierV2(
    x_ref: ConstInOut,
    time_out: Option<Input>,
    elastic_info: Option<Input>,
    group: Text,
    world_size: i64,
) -> Planned {
    barrier(
        "DistributeBarrierV2",
        &x_ref,
        [time_out, elastic_info],
        &group,
        world_size,
    )
}
