/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAminmaxDim`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smallest and the largest element along axis `dim`. NaN wins. Of an empty `self` nothing is written.
 */
aclnnStatus aclnnAminmaxDimGetWorkspaceSize(const aclTensor *self,
                                            int64_t dim,
                                            bool keepDim,
                                            aclTensor *minOut,
                                            aclTensor *maxOut,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnAminmaxDim`: queues the computation on `stream`.
 */
aclnnStatus aclnnAminmaxDim(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
