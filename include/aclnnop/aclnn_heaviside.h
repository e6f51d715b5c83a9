/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHeaviside`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 0 below 0, the element of `values` at 0, 1 above it, broadcast; 0 for NaN. `out` has the type of `input`.
 */
aclnnStatus aclnnHeavisideGetWorkspaceSize(const aclTensor *input,
                                           const aclTensor *values,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnHeaviside`: queues the computation on `stream`.
 */
aclnnStatus aclnnHeaviside(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
