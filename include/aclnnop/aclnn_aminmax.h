/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAminmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smallest and the largest element over the axes `dim`; no axes are none: both outputs get a copy of `self`. NaN wins. An empty
 * `self` takes one axis, and nothing is written.
 */
aclnnStatus aclnnAminmaxGetWorkspaceSize(const aclTensor *self,
                                         const aclIntArray *dim,
                                         bool keepDim,
                                         aclTensor *minOut,
                                         aclTensor *maxOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnAminmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnAminmax(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
