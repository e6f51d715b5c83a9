/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachExpm1`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes e to the power, less 1, of each element of each tensor.
 */
aclnnStatus aclnnForeachExpm1GetWorkspaceSize(const aclTensorList *x,
                                              const aclTensorList *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachExpm1`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachExpm1(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
