/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAny`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes whether some element is not 0, over `dim` (all axes if empty), as UINT8 or BOOL. An empty `self` fills `out` with 0.
 */
aclnnStatus aclnnAnyGetWorkspaceSize(const aclTensor *self,
                                     const aclIntArray *dim,
                                     bool keepdim,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnAny`: queues the computation on `stream`.
 */
aclnnStatus aclnnAny(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
