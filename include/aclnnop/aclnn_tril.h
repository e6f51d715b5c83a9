/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnTril`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies the elements of the matrices of the last two dimensions on the diagonal of number `diagonal` and below; others become 0.
 */
aclnnStatus aclnnTrilGetWorkspaceSize(const aclTensor *self,
                                      int64_t diagonal,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnTril`: queues the computation on `stream`.
 */
aclnnStatus aclnnTril(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceTril`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes 0 to the elements of the matrices of the last two dimensions that do not lie on the diagonal of number `diagonal` or below.
 */
aclnnStatus aclnnInplaceTrilGetWorkspaceSize(const aclTensor *selfRef,
                                             int64_t diagonal,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceTril`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceTril(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
