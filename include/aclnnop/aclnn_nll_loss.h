/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNLLLoss`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `-weight[target] self[target]` of each row, or the sum of these, and if `reduction` is 1 that divided by `totalWeightOut`, the sum of the weights. A target of `ignoreIndex` counts
 * nothing; another one that is no class fails the task. Of nothing a mean is NaN, a sum 0; `totalWeightOut` is not written where losses are not added.
 */
aclnnStatus aclnnNLLLossGetWorkspaceSize(const aclTensor *self,
                                         const aclTensor *target,
                                         const aclTensor *weight,
                                         int64_t reduction,
                                         int64_t ignoreIndex,
                                         aclTensor *out,
                                         aclTensor *totalWeightOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnNLLLoss`: queues the computation on `stream`.
 */
aclnnStatus aclnnNLLLoss(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
