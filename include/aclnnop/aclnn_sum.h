/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of all tensors of the list, broadcast. Floating-point sums are rounded once, integers wrap. A list whose first tensor is
 * FLOAT16 may have tensors of other types.
 */
aclnnStatus aclnnSumGetWorkspaceSize(const aclTensorList *tensors,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnSum`: queues the computation on `stream`.
 */
aclnnStatus aclnnSum(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
