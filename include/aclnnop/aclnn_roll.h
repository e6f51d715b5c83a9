/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoll`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `x`, moved by `shifts[i]` elements along dimension `dims[i]`, or without `dims` by the one shift in row-major order. Shifts of one
 * dimension add up.
 */
aclnnStatus aclnnRollGetWorkspaceSize(const aclTensor *x,
                                      const aclIntArray *shifts,
                                      const aclIntArray *dims,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoll`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoll(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
