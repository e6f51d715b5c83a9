/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExp2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 2 to the power of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnExp2GetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnExp2`: queues the computation on `stream`.
 */
aclnnStatus aclnnExp2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceExp2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 2 to the power of each element, in place.
 */
aclnnStatus aclnnInplaceExp2GetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceExp2`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceExp2(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
