/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAcosh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic cosine of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnAcoshGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAcosh`: queues the computation on `stream`.
 */
aclnnStatus aclnnAcosh(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAcosh`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse hyperbolic cosine of each element, in place.
 */
aclnnStatus aclnnInplaceAcoshGetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAcosh`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAcosh(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
