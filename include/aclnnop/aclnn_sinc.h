/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSinc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `sin(πx) / (πx)` of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnSincGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSinc`: queues the computation on `stream`.
 */
aclnnStatus aclnnSinc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSinc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `sin(πx) / (πx)` of each element, in place.
 */
aclnnStatus aclnnInplaceSincGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSinc`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSinc(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
