/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTrunc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the integer toward zero of each element. `out` has the type of `self`; integers are copied.
 */
aclnnStatus aclnnTruncGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnTrunc`: queues the computation on `stream`.
 */
aclnnStatus aclnnTrunc(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceTrunc`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the integer toward zero of each element, in place; integers stay.
 */
aclnnStatus aclnnInplaceTruncGetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceTrunc`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceTrunc(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
