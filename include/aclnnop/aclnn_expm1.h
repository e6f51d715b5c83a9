/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExpm1`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes e to the power of each element, less 1. INT64 and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnExpm1GetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnExpm1`: queues the computation on `stream`.
 */
aclnnStatus aclnnExpm1(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceExpm1`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes e to the power of each element, less 1, in place.
 */
aclnnStatus aclnnInplaceExpm1GetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceExpm1`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceExpm1(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
