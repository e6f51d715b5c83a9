/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLeakyRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or `negativeSlope` times it where it is not above 0.
 */
aclnnStatus aclnnLeakyReluGetWorkspaceSize(const aclTensor *self,
                                           const aclScalar *negativeSlope,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLeakyRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnLeakyRelu(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

/**
 * First phase of `aclnnInplaceLeakyRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element, or `negativeSlope` times it where it is not above 0, in place.
 */
aclnnStatus aclnnInplaceLeakyReluGetWorkspaceSize(aclTensor *selfRef,
                                                  const aclScalar *negativeSlope,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLeakyRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLeakyRelu(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
