/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGer`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the products of each element of `self` and each of `vec2`, in the type that both promote to. Of BOOL, whether both are true.
 */
aclnnStatus aclnnGerGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *vec2,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnGer`: queues the computation on `stream`.
 */
aclnnStatus aclnnGer(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
