/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCdist`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the distance of each row of `x1` to each row of `x2`, by the norm of order `p`, computed in DOUBLE and rounded once. Batches broadcast. Where `p` is 2, `computeMode` must be 2;
 * other values of it mean nothing.
 */
aclnnStatus aclnnCdistGetWorkspaceSize(const aclTensor *x1,
                                       const aclTensor *x2,
                                       float p,
                                       int64_t computeMode,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnCdist`: queues the computation on `stream`.
 */
aclnnStatus aclnnCdist(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
