/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMinDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smallest element along axis `dim` and the number of the first one. The first NaN wins. Of an empty `self` nothing is written.
 */
aclnnStatus aclnnMinDimGetWorkspaceSize(const aclTensor *self,
                                        int64_t dim,
                                        bool keepdim,
                                        aclTensor *out,
                                        aclTensor *indices,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnMinDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnMinDim(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
