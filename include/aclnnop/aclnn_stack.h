/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStack`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies the tensors of the list, which have one shape, side by side along a new dimension `dim`, in the type in which they meet.
 */
aclnnStatus aclnnStackGetWorkspaceSize(const aclTensorList *tensors,
                                       int64_t dim,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnStack`: queues the computation on `stream`.
 */
aclnnStatus aclnnStack(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
