/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGlu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a / (1 + e^-b)` of the halves of `self` along `dim`. `out` has any floating-point type that the result can be cast to.
 */
aclnnStatus aclnnGluGetWorkspaceSize(const aclTensor *self,
                                     int64_t dim,
                                     const aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnGlu`: queues the computation on `stream`.
 */
aclnnStatus aclnnGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
