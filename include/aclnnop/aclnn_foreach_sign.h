/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachSign`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1, 0 or -1 by the sign of each element of each tensor, 0 for NaN.
 */
aclnnStatus aclnnForeachSignGetWorkspaceSize(const aclTensorList *x,
                                             const aclTensorList *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachSign`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachSign(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
