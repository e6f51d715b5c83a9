/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogicalNot`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each element is 0: 1 or 0 in the type of `out`. NaN is not 0.
 */
aclnnStatus aclnnLogicalNotGetWorkspaceSize(const aclTensor *self,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogicalNot`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogicalNot(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceLogicalNot`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each element is 0, in place: 1 or 0 in its type.
 */
aclnnStatus aclnnInplaceLogicalNotGetWorkspaceSize(aclTensor *selfRef,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLogicalNot`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLogicalNot(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
