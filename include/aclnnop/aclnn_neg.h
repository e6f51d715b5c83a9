/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNeg`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the negative of each element, cast to the type of `out`.
 */
aclnnStatus aclnnNegGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnNeg`: queues the computation on `stream`.
 */
aclnnStatus aclnnNeg(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceNeg`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the negative of each element in place.
 */
aclnnStatus aclnnInplaceNegGetWorkspaceSize(aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceNeg`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceNeg(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
