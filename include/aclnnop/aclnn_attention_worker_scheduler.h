/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnInplaceAttentionWorkerScheduler`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Waits until each token of the next micro batch has a mark of 1 for each of its experts, sets these marks to 0, and makes it the latest micro batch of the context. `scheduleContextRef` has 1024 INT8, as the vendor's page shows; `run_flag` 0 ends the wait.
 */
aclnnStatus aclnnInplaceAttentionWorkerSchedulerGetWorkspaceSize(aclTensor *scheduleContextRef,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAttentionWorkerScheduler`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAttentionWorkerScheduler(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
