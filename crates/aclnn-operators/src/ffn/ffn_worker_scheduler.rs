//! `aclnnInplaceFfnWorkerScheduler`: a worker of experts waits for tokens of attention; on Ascend910_93 and Ascend950. Source: ops-transformer, `ffn/ffn_worker_scheduler`.

use crate::contract::ranks::number_in;
use crate::contract::workers::context;
use crate::ops::workers::ffn_scheduler;
use crate::prelude::*;

/// Waits for micro batches of sessions, lists their layers, numbers and experts in memory to which the context points, and sets their marks to 0: those of all sessions, micro batch by micro batch, or, of each group of `syncGroupSize` sessions, the first one that has come. `scheduleContextRef` has 1024 INT8, as the
/// vendor's page shows; `run_flag` 0 ends the wait. `executeMode` is 0.
#[aclnn]
fn aclnnInplaceFfnWorkerScheduler(
    schedule_context_ref: InOut,
    sync_group_size: i32,
    execute_mode: i32,
) -> Planned {
    context(&schedule_context_ref)?;
    number_in("executeMode", execute_mode.into(), &[0])?;
    let together = usize::try_from(sync_group_size)
        .ok()
        .filter(|&size| size > 0);
    let together =
        together.ok_or_else(|| Error::value("syncGroupSize", sync_group_size, "1 or more"))?;
    Ok(ffn_scheduler(schedule_context_ref.update()?, together)?)
}
