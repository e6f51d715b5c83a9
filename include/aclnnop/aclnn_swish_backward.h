/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwishBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `gradOutput` times the derivative of `x / (1 + e^(-beta x))`; `betaOptional` may be null, which is 1. All have one type and shape.
 */
aclnnStatus aclnnSwishBackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                               const aclTensor *self,
                                               const aclScalar *betaOptional,
                                               aclTensor *gradInput,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwishBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwishBackward(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
