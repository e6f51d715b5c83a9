/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnIndex`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self[indices]` as PyTorch: a tensor without elements leaves its axis as it is, a mask of BOOL stands for the coordinates of its true elements, and
 * the others broadcast. An index below 0 counts from the end; one outside its axis fails the task.
 */
aclnnStatus aclnnIndexGetWorkspaceSize(const aclTensor *self,
                                       const aclTensorList *indices,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnIndex`: queues the computation on `stream`.
 */
aclnnStatus aclnnIndex(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
