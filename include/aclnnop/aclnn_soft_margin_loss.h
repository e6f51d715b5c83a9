/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftMarginLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `ln(1 + exp(-target self))`, each if `reduction` is 0, the mean if it is 1, and else the sum, rounded once. Of nothing a mean is NaN, a sum 0.
 */
aclnnStatus aclnnSoftMarginLossGetWorkspaceSize(const aclTensor *self,
                                                const aclTensor *target,
                                                int64_t reduction,
                                                aclTensor *out,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftMarginLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftMarginLoss(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
