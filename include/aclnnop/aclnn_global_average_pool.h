/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGlobalAveragePool`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the mean over all axes of `self` but the first two, which `out` keeps with extent 1. No elements have the mean NaN.
 */
aclnnStatus aclnnGlobalAveragePoolGetWorkspaceSize(const aclTensor *self,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnGlobalAveragePool`: queues the computation on `stream`.
 */
aclnnStatus aclnnGlobalAveragePool(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
