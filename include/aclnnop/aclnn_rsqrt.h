/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRsqrt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1 divided by the square root of each element. Integers and BOOL are converted to the type of `out` first.
 */
aclnnStatus aclnnRsqrtGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnRsqrt`: queues the computation on `stream`.
 */
aclnnStatus aclnnRsqrt(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceRsqrt`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1 divided by the square root of each element, in place.
 */
aclnnStatus aclnnInplaceRsqrtGetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceRsqrt`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceRsqrt(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
