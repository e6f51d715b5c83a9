/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMoeGatingTopKBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnMoeGatingTopK` with `normType` 1 by the scores: of the normalised scores `xNorm` (FLOAT), the gradients `gradY` by the chosen experts'
 * results, and these experts. `renorm` is not used with the logistic function. An expert outside the row ends the task with an error.
 */
aclnnStatus aclnnMoeGatingTopKBackwardGetWorkspaceSize(const aclTensor *xNorm,
                                                       const aclTensor *gradY,
                                                       const aclTensor *expertIdx,
                                                       int64_t renorm,
                                                       int64_t normType,
                                                       double routedScalingFactor,
                                                       double eps,
                                                       const aclTensor *out,
                                                       uint64_t *workspaceSize,
                                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnMoeGatingTopKBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnMoeGatingTopKBackward(void *workspace,
                                       uint64_t workspaceSize,
                                       aclOpExecutor *executor,
                                       aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
