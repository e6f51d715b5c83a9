/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPermute`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies `self` with its dimension `dims[i]` as dimension `i`.
 */
aclnnStatus aclnnPermuteGetWorkspaceSize(const aclTensor *self,
                                         const aclIntArray *dims,
                                         aclTensor *out,
                                         uint64_t *workspaceSize,
                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnPermute`: queues the computation on `stream`.
 */
aclnnStatus aclnnPermute(void *workspace,
                         uint64_t workspaceSize,
                         aclOpExecutor *executor,
                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
