/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFlatten`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self` as a matrix: the dimensions before `axis` are its rows, the others its columns.
 */
aclnnStatus aclnnFlattenGetWorkspaceSize(const aclTensor *self,
                                         int64_t axis,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnFlatten`: queues the computation on `stream`.
 */
aclnnStatus aclnnFlatten(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
