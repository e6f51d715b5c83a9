/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScatterNd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `out` as `data` with the slices of `updates` at the coordinates in the rows of `indices`; of several the last one stays. An index outside its
 * axis fails the task.
 */
aclnnStatus aclnnScatterNdGetWorkspaceSize(const aclTensor *data,
                                           const aclTensor *indices,
                                           const aclTensor *updates,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnScatterNd`: queues the computation on `stream`.
 */
aclnnStatus aclnnScatterNd(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
