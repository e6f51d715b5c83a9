/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnThreshold`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element that is above `threshold`, and `value` for others. NaN stays.
 */
aclnnStatus aclnnThresholdGetWorkspaceSize(const aclTensor *self,
                                           const aclScalar *threshold,
                                           const aclScalar *value,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnThreshold`: queues the computation on `stream`.
 */
aclnnStatus aclnnThreshold(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnInplaceThreshold`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element that is above `threshold`, and `value` for others, in place. NaN stays.
 */
aclnnStatus aclnnInplaceThresholdGetWorkspaceSize(aclTensor *selfRef,
                                                  const aclScalar *threshold,
                                                  const aclScalar *value,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceThreshold`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceThreshold(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
