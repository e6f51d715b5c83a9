/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTan`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the tangent of each element, in radians. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnTanGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnTan`: queues the computation on `stream`.
 */
aclnnStatus aclnnTan(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceTan`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the tangent of each element in place, in radians.
 */
aclnnStatus aclnnInplaceTanGetWorkspaceSize(const aclTensor *selfRef,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceTan`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceTan(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
