/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogitGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `dy / (x (1 - x))` of each element within `[eps, 1 - eps]`, and 0 of others; within `[0, 1]` if `eps` is below 0 or NaN, and NaN of others. All have one type and shape.
 */
aclnnStatus aclnnLogitGradGetWorkspaceSize(const aclTensor *x,
                                           const aclTensor *dy,
                                           double eps,
                                           const aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogitGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogitGrad(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
