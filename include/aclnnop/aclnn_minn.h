/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMinN`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the smallest of the elements of all tensors of the list, broadcast, in the type of `out`, which they have. NaN wins.
 */
aclnnStatus aclnnMinNGetWorkspaceSize(const aclTensorList *tensors,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMinN`: queues the computation on `stream`.
 */
aclnnStatus aclnnMinN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
