/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the larger of each element and 0. NaN stays.
 */
aclnnStatus aclnnReluGetWorkspaceSize(const aclTensor *self,
                                      const aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnRelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the larger of each element and 0, in place. NaN stays.
 */
aclnnStatus aclnnInplaceReluGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRelu(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
