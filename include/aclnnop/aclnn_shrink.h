/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnShrink`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x + bias` below `-lambd`, `x - bias` above `lambd`, 0 between, rounded once. NaN stays. `out` may have another type.
 */
aclnnStatus aclnnShrinkGetWorkspaceSize(const aclTensor *self,
                                        const aclScalar *lambd,
                                        const aclScalar *bias,
                                        aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnShrink`: queues the computation on `stream`.
 */
aclnnStatus aclnnShrink(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
