/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachLog1p`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of 1 plus the number, of each element of each tensor.
 */
aclnnStatus aclnnForeachLog1pGetWorkspaceSize(const aclTensorList *x,
                                              const aclTensorList *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachLog1p`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachLog1p(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
