/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnReciprocal`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1 divided by each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnReciprocalGetWorkspaceSize(const aclTensor *self,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnReciprocal`: queues the computation on `stream`.
 */
aclnnStatus aclnnReciprocal(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

/**
 * First phase of `aclnnInplaceReciprocal`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes 1 divided by each element, in place.
 */
aclnnStatus aclnnInplaceReciprocalGetWorkspaceSize(const aclTensor *selfRef,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceReciprocal`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceReciprocal(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
