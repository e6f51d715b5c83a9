/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLog2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm to base 2 of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnLog2GetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnLog2`: queues the computation on `stream`.
 */
aclnnStatus aclnnLog2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLog2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the logarithm to base 2 of each element, in place.
 */
aclnnStatus aclnnInplaceLog2GetWorkspaceSize(const aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLog2`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLog2(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
