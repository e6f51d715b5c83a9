/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x / (1 + e^(-beta x))` of each element; `betaOptional` may be null, which is 1. With 0 it is half of the element. `out` has the type of `self`.
 */
aclnnStatus aclnnSwishGetWorkspaceSize(const aclTensor *self,
                                       const aclScalar *betaOptional,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwish`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwish(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
