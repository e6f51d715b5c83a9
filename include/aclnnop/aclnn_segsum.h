/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnExpSegsum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes, for each row x of `self`, the matrix whose element (i, j) is `exp(x[j + 1] + … + x[i])` below the diagonal, 1 on it and 0 above.
 */
aclnnStatus aclnnExpSegsumGetWorkspaceSize(const aclTensor *self,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnExpSegsum`: queues the computation on `stream`.
 */
aclnnStatus aclnnExpSegsum(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
