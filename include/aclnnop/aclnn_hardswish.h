/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardswish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x min(max(x + 3, 0), 6) / 6` of each element, rounded once.
 */
aclnnStatus aclnnHardswishGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardswish`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardswish(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnInplaceHardswish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x min(max(x + 3, 0), 6) / 6` of each element in place, rounded once.
 */
aclnnStatus aclnnInplaceHardswishGetWorkspaceSize(const aclTensor *self,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceHardswish`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceHardswish(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
