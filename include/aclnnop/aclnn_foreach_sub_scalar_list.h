/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachSubScalarList`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x - scalars`, a number for each tensor.
 */
aclnnStatus aclnnForeachSubScalarListGetWorkspaceSize(const aclTensorList *x,
                                                      const aclScalarList *scalars,
                                                      const aclTensorList *out,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachSubScalarList`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachSubScalarList(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
