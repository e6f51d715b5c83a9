/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes e to the power of each element. INT64 and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnExpGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnExp`: queues the computation on `stream`.
 */
aclnnStatus aclnnExp(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceExp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes e to the power of each element, in place.
 */
aclnnStatus aclnnInplaceExpGetWorkspaceSize(aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceExp`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceExp(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
