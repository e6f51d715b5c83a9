/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnCat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Copies the tensors of the list one behind the other along `dim`, in the type in which they meet. Tensors of shape `[0]` are not there; if all are,
 * or the list is empty, nothing is done, and `out` may be null.
 */
aclnnStatus aclnnCatGetWorkspaceSize(const aclTensorList *tensors,
                                     int64_t dim,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnCat`: queues the computation on `stream`.
 */
aclnnStatus aclnnCat(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
