/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the largest element over `dim` (all axes if empty). NaN wins. Of an empty `self` nothing is written; an axis without elements may not be
 * named.
 */
aclnnStatus aclnnAmaxGetWorkspaceSize(const aclTensor *self,
                                      const aclIntArray *dim,
                                      bool keepDim,
                                      aclTensor *out,
                                      uint64_t *workspaceSize,
                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnAmax(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
