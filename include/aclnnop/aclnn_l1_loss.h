/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnL1Loss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `|self - target|`, each, or the mean or the sum by `reduction` 1 or 2, rounded once; in INT64 it wraps. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnL1LossGetWorkspaceSize(const aclTensor *self,
                                        const aclTensor *target,
                                        int64_t reduction,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnL1Loss`: queues the computation on `stream`.
 */
aclnnStatus aclnnL1Loss(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
