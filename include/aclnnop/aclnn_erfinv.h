/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnErfinv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse error function of each element. Integers and BOOL are computed in FLOAT.
 */
aclnnStatus aclnnErfinvGetWorkspaceSize(const aclTensor *self,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnErfinv`: queues the computation on `stream`.
 */
aclnnStatus aclnnErfinv(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceErfinv`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the inverse error function of each element, in place.
 */
aclnnStatus aclnnInplaceErfinvGetWorkspaceSize(const aclTensor *selfRef,
                                               uint64_t *workspaceSize,
                                               aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceErfinv`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceErfinv(void *workspace,
                               uint64_t workspaceSize,
                               aclOpExecutor *executor,
                               aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
