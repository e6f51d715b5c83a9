/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndexSelect`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the slices of `self` along axis `dim` that the numbers of `index` name, in their order. An index outside the axis fails the task.
 */
aclnnStatus aclnnIndexSelectGetWorkspaceSize(const aclTensor *self,
                                             int64_t dim,
                                             const aclTensor *index,
                                             aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndexSelect`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndexSelect(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
