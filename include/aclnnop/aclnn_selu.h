/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `1.0507009873554805` times each element, or times `1.6732632423543772 (e^x - 1)` where it is not above 0.
 */
aclnnStatus aclnnSeluGetWorkspaceSize(const aclTensor *self,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnSelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnSelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceSelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `1.0507009873554805` times each element, or times `1.6732632423543772 (e^x - 1)` where it is not above 0, in place.
 */
aclnnStatus aclnnInplaceSeluGetWorkspaceSize(aclTensor *selfRef,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceSelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceSelu(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
