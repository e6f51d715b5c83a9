/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGeluV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x Φ(x)` of each element with the normal distribution Φ, or its approximation by the hyperbolic tangent if `approximate` is 1. `y` has the type of `x`.
 */
aclnnStatus aclnnGeluV2GetWorkspaceSize(const aclTensor *x,
                                        int64_t approximate,
                                        aclTensor *y,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnGeluV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnGeluV2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
