//! `aclnnDistributeBarrier`: a wait for all ranks; on Ascend910_93 and Ascend950. Source: ops-transformer, `mc2/distribute_barrier`.

use crate::contract::ranks::{self, is_of_group};
use crate::distributed::experts;
use crate::prelude::*;

const ALL: Dtypes = on_910(&[])
    .and_910b(&[Bf16, F16, F32, Bool, I8, I16, I32, I64, U8, U16, U32, U64])
    .and_950(&[F8E5m2, F8E4m3fn, F4E1m2, F4E2m1, Hifloat8, I4]);

/// Checks and plans the wait.
pub(super) fn barrier(
    operator: &str,
    x_ref: &InOut,
    [time_out, elastic_info]: [Option<Input>; 2],
    group: &Text,
    world_size: i64,
) -> Planned {
    x_ref.dtype_in(ALL)?;
    for tensor in [&time_out, &elastic_info].into_iter().flatten() {
        tensor.dtype_is(I32)?;
    }
    let group = ranks::group(group)?;
    is_of_group(
        "worldSize",
        world_size,
        group.size(),
        "the ranks of `group`",
    )
    .code(ACLNN_ERR_INNER_TILING_ERROR)?;
    if let Some(info) = elastic_info {
        let allowed = "null: the vendor's present version has no elastic ranks";
        return Err(Error::value(info.name(), "a tensor", allowed))
            .code(ACLNN_ERR_INNER_TILING_ERROR);
    }
    Ok(experts::barrier(group, x_ref.update()?, operator.into())?)
}

/// Waits until all ranks of `group` have come this far. `xRef`, of any type, orders the call in a graph, and stays as it is.
#[aclnn]
fn aclnnDistributeBarrier(x_ref: InOut, group: Text, world_size: i64) -> Planned {
    barrier(
        "DistributeBarrier",
        &x_ref,
        [None, None],
        &group,
        world_size,
    )
}
