//! `aclnnInplaceAttentionWorkerScheduler`: a worker of attention waits for what experts return; on Ascend910_93 and Ascend950. Source: ops-transformer, `attention/attention_worker_scheduler`.

use crate::contract::workers::context;
use crate::ops::workers::attention_scheduler;
use crate::prelude::*;

/// Waits until each token of the next micro batch has a mark of 1 for each of its experts, sets these marks to 0, and makes it the latest micro batch of the context. `scheduleContextRef` has 1024 INT8, as the vendor's page shows; `run_flag` 0 ends the wait.
#[aclnn]
fn aclnnInplaceAttentionWorkerScheduler(schedule_context_ref: InOut) -> Planned {
    context(&schedule_context_ref)?;
    Ok(attention_scheduler(schedule_context_ref.update()?)?)
}
