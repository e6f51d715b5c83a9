/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGather`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out[i, j, ..] = self[i, index[i, j, ..], ..]` for axis `dim`, which is 1 here: each index says where along it. An index below 0 counts from
 * the end; one outside the axis fails the task.
 */
aclnnStatus aclnnGatherGetWorkspaceSize(const aclTensor *self,
                                        int64_t dim,
                                        const aclTensor *index,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnGather`: queues the computation on `stream`.
 */
aclnnStatus aclnnGather(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
