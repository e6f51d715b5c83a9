/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSmoothL1Loss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `|self - target| - beta / 2`, or half of the square divided by beta where the distance is below beta; each, or the mean or the sum by
 * `reduction` 1 or 2, rounded once. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnSmoothL1LossGetWorkspaceSize(const aclTensor *self,
                                              const aclTensor *target,
                                              int64_t reduction,
                                              float beta,
                                              aclTensor *result,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnSmoothL1Loss`: queues the computation on `stream`.
 */
aclnnStatus aclnnSmoothL1Loss(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
