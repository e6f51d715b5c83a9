/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAsin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse sine of each element, in radians. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnAsinGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAsin`: queues the computation on `stream`.
 */
aclnnStatus aclnnAsin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAsin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse sine of each element, in radians, in place.
 */
aclnnStatus aclnnInplaceAsinGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAsin`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAsin(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
