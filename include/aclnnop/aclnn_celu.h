/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `max(x, 0) + min(0, alpha (e^(x / alpha) - 1))` of each element. `alpha` is not 0.
 */
aclnnStatus aclnnCeluGetWorkspaceSize(const aclTensor *self,
                                      const aclScalar *alpha,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnCelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnCelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceCelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `max(x, 0) + min(0, alpha (e^(x / alpha) - 1))` of each element, in place. `alpha` is not 0.
 */
aclnnStatus aclnnInplaceCeluGetWorkspaceSize(aclTensor *selfRef,
                                             const aclScalar *alpha,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceCelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceCelu(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
