/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGlobalMaxPool`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest element over all axes of `self` but the first two, which `out` keeps with extent 1. NaN wins; no elements give -infinity.
 */
aclnnStatus aclnnGlobalMaxPoolGetWorkspaceSize(const aclTensor *self,
                                               aclTensor *out,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnGlobalMaxPool`: queues the computation on `stream`.
 */
aclnnStatus aclnnGlobalMaxPool(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
