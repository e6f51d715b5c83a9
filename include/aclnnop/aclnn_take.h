/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTake`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the elements of `self`, numbered in row-major order, that `index` names. An index below 0 counts from the end; one outside fails the task.
 */
aclnnStatus aclnnTakeGetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *index,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnTake`: queues the computation on `stream`.
 */
aclnnStatus aclnnTake(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
