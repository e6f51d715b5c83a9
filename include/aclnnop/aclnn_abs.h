/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAbs`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the magnitude of each element. `out` has the type of `self`, or of the parts of its complex numbers.
 */
aclnnStatus aclnnAbsGetWorkspaceSize(const aclTensor *self,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnAbs`: queues the computation on `stream`.
 */
aclnnStatus aclnnAbs(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
