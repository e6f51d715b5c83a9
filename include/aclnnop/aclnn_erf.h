/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnErf`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the error function of each element. INT64 and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnErfGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnErf`: queues the computation on `stream`.
 */
aclnnStatus aclnnErf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceErf`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the error function of each element, in place.
 */
aclnnStatus aclnnInplaceErfGetWorkspaceSize(aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceErf`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceErf(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
