/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSlogdet`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the sign of the determinant of each matrix of the last two dimensions, for complex numbers its direction, and the natural logarithm of its absolute value; 0
 * and negative infinity for a determinant of 0.
 */
aclnnStatus aclnnSlogdetGetWorkspaceSize(const aclTensor *self,
                                         aclTensor *signOut,
                                         aclTensor *logOut,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnSlogdet`: queues the computation on `stream`.
 */
aclnnStatus aclnnSlogdet(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
