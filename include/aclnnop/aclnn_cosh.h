/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCosh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic cosine of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnCoshGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnCosh`: queues the computation on `stream`.
 */
aclnnStatus aclnnCosh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceCosh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the hyperbolic cosine of each element, in place.
 */
aclnnStatus aclnnInplaceCoshGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCosh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCosh(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
