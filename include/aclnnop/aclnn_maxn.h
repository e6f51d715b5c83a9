/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxN`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest of the elements of all tensors of the list, broadcast, in the type of `out`, which they have. NaN wins.
 */
aclnnStatus aclnnMaxNGetWorkspaceSize(const aclTensorList *tensors,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxN`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxN(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
