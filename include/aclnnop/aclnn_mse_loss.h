/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMseLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `(self - target)²`, each, or the mean or the sum by `reduction` 1 or 2, rounded once. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnMseLossGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *target,
                                         int64_t reduction,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnMseLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnMseLoss(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
