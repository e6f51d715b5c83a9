/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLerp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + weight * (end - self)`, broadcast, rounded once. All tensors have one type.
 */
aclnnStatus aclnnLerpGetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *end,
                                      const aclTensor *weight,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnLerp`: queues the computation on `stream`.
 */
aclnnStatus aclnnLerp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLerp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + weight * (end - selfRef)` in place, rounded once. All tensors have one type.
 */
aclnnStatus aclnnInplaceLerpGetWorkspaceSize(aclTensor *selfRef,
                                             const aclTensor *end,
                                             const aclTensor *weight,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLerp`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLerp(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
