/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnArgMin`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the number of the first smallest element along axis `dim`, which has elements. The first NaN wins. Of an empty `self` nothing is
 * written.
 */
aclnnStatus aclnnArgMinGetWorkspaceSize(const aclTensor *self,
                                        int64_t dim,
                                        bool keepdim,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnArgMin`: queues the computation on `stream`.
 */
aclnnStatus aclnnArgMin(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
