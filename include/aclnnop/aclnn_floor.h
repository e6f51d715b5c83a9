/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFloor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above each element. `out` has the type of `self`; integers are copied.
 */
aclnnStatus aclnnFloorGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnFloor`: queues the computation on `stream`.
 */
aclnnStatus aclnnFloor(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceFloor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest integer not above each element, in place; integers stay.
 */
aclnnStatus aclnnInplaceFloorGetWorkspaceSize(aclTensor *selfRef,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceFloor`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceFloor(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
