/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceFfnWorkerScheduler`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Waits for micro batches of sessions, lists their layers, numbers and experts in memory to which the context points, and sets their marks to 0: those of all sessions, micro batch by micro batch, or, of each group of `syncGroupSize` sessions, the first one that has come. `scheduleContextRef` has 1024 INT8, as the
 * vendor's page shows; `run_flag` 0 ends the wait. `executeMode` is 0.
 */
aclnnStatus aclnnInplaceFfnWorkerSchedulerGetWorkspaceSize(aclTensor *scheduleContextRef,
                                                           int32_t syncGroupSize,
                                                           int32_t executeMode,
                                                           uint64_t *workspaceSize,
                                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFfnWorkerScheduler`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFfnWorkerScheduler(void *workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor *executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
