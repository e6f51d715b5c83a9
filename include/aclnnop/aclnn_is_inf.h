/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIsInf`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes whether each element is infinity or minus infinity, as BOOL.
 */
aclnnStatus aclnnIsInfGetWorkspaceSize(const aclTensor *x,
                                       const aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnIsInf`: queues the computation on `stream`.
 */
aclnnStatus aclnnIsInf(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
