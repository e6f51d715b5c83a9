/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic tangent of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnTanhGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnTanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnTanh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceTanh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic tangent of each element, in place.
 */
aclnnStatus aclnnInplaceTanhGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceTanh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceTanh(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
