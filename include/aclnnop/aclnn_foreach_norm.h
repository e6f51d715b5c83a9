/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the norm of order `scalar` of each tensor. On Ascend950 the order is 1, 2 or infinity.
 */
aclnnStatus aclnnForeachNormGetWorkspaceSize(const aclTensorList *x,
                                             const aclScalar *scalar,
                                             const aclTensorList *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachNorm(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
