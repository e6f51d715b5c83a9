/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAtan2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the angle of each point with the ordinate of `self` and the abscissa of `other`, broadcast, from -pi to pi.
 */
aclnnStatus aclnnAtan2GetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *other,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnAtan2`: queues the computation on `stream`.
 */
aclnnStatus aclnnAtan2(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceAtan2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the angle of each point with the ordinate of `selfRef` and the abscissa of `other` in place, from -pi to pi.
 */
aclnnStatus aclnnInplaceAtan2GetWorkspaceSize(aclTensor *selfRef,
                                              aclTensor *other,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceAtan2`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceAtan2(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
