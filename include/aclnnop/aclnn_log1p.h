/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLog1p`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of 1 plus each element. Integers and BOOL are converted to the type of `out` first.
 */
aclnnStatus aclnnLog1pGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnLog1p`: queues the computation on `stream`.
 */
aclnnStatus aclnnLog1p(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLog1p`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of 1 plus each element, in place.
 */
aclnnStatus aclnnInplaceLog1pGetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLog1p`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLog1p(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
