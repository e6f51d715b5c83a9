/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDropoutV3Grad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradY * scale` where the bit of `mask` is 1, else 0. Ascend950 only.
 */
aclnnStatus aclnnDropoutV3GradGetWorkspaceSize(const aclTensor *gradY,
                                               const aclTensor *mask,
                                               double scale,
                                               aclTensor *gradX,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnDropoutV3Grad`: queues the computation on `stream`.
 */
aclnnStatus aclnnDropoutV3Grad(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
