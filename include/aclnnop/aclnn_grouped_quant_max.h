/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupedQuantMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Quantises `x · scale` of groups and returns the largest magnitude of each.
 */
aclnnStatus aclnnGroupedQuantMaxGetWorkspaceSize(const aclTensor *x,
                                                 const aclTensor *scale,
                                                 const aclTensor *groupList,
                                                 const char *roundMode,
                                                 int64_t dstType,
                                                 const aclTensor *y,
                                                 const aclTensor *amax,
                                                 uint64_t *workspaceSize,
                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupedQuantMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupedQuantMax(void *workspace,
                                 uint64_t workspaceSize,
                                 aclOpExecutor *executor,
                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
