/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSleep`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Keeps the stream busy for `cycles[0]` cycles of the chip's clock, 1.65 GHz, and computes nothing. The wait ends early if the stream is aborted or the device reset. No `cycles`, or some below 1, are refused with 561002.
 */
aclnnStatus aclnnSleepGetWorkspaceSize(const aclIntArray *cycles,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnSleep`: queues the computation on `stream`.
 */
aclnnStatus aclnnSleep(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
