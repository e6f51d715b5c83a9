/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTrace`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of the diagonal of a matrix, of integers and BOOL as INT64. A matrix without elements gives 0.
 */
aclnnStatus aclnnTraceGetWorkspaceSize(const aclTensor *self,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnTrace`: queues the computation on `stream`.
 */
aclnnStatus aclnnTrace(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
