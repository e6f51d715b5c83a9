/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLog`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnLogGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnLog`: queues the computation on `stream`.
 */
aclnnStatus aclnnLog(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLog`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of each element, in place.
 */
aclnnStatus aclnnInplaceLogGetWorkspaceSize(aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLog`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLog(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
