/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAsinh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic sine of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnAsinhGetWorkspaceSize(const aclTensor *input,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAsinh`: queues the computation on `stream`.
 */
aclnnStatus aclnnAsinh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAsinh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic sine of each element, in place.
 */
aclnnStatus aclnnInplaceAsinhGetWorkspaceSize(aclTensor *inputRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAsinh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAsinh(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
