/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRsub`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `other - alpha * self`, broadcast, in the type that both promote to. Integers wrap; floating-point numbers are rounded once.
 */
aclnnStatus aclnnRsubGetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *other,
                                      const aclScalar *alpha,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnRsub`: queues the computation on `stream`.
 */
aclnnStatus aclnnRsub(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnRsubs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `other - alpha * self`, `other` a scalar, in the type that both give.
 */
aclnnStatus aclnnRsubsGetWorkspaceSize(const aclTensor *self,
                                       const aclScalar *other,
                                       const aclScalar *alpha,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRsubs`: queues the computation on `stream`.
 */
aclnnStatus aclnnRsubs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
