/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnClippedSwigluGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnClippedSwiglu` by `x`: 0 of what is beyond `limit`, and in rows behind those that the elements of `groupIndexOptional` add up to.
 */
aclnnStatus aclnnClippedSwigluGradGetWorkspaceSize(const aclTensor *gradY,
                                                   const aclTensor *x,
                                                   const aclTensor *groupIndexOptional,
                                                   int64_t dim,
                                                   double alpha,
                                                   double limit,
                                                   double bias,
                                                   bool interleaved,
                                                   const aclTensor *gradXOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnClippedSwigluGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnClippedSwigluGrad(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
