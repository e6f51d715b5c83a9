/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMultilabelMarginLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `sum(max(0, 1 - x[k] + x[i])) / C` of each row x of C elements, over the classes k that its targets name up to the first -1, and the classes i that they do not name; or the mean of that if
 * `reduction` is 1, and the sum if it is neither 0 nor 1. `isTarget` is 1 where a class is named, else 0. A target that is neither a class nor -1 fails the task.
 */
aclnnStatus aclnnMultilabelMarginLossGetWorkspaceSize(const aclTensor *self,
                                                      const aclTensor *target,
                                                      int64_t reduction,
                                                      aclTensor *out,
                                                      aclTensor *isTarget,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMultilabelMarginLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnMultilabelMarginLoss(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
