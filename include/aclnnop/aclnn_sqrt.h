/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSqrt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the square root of each element. Integers and BOOL are computed in FLOAT, INT64 in DOUBLE.
 */
aclnnStatus aclnnSqrtGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSqrt`: queues the computation on `stream`.
 */
aclnnStatus aclnnSqrt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSqrt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the square root of each element, in place.
 */
aclnnStatus aclnnInplaceSqrtGetWorkspaceSize(aclTensor *self,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSqrt`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSqrt(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
