/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSoftshrink`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x - lambd` above `lambd`, `x + lambd` below `-lambd`, 0 between, rounded once. NaN stays. `out` may have another type.
 */
aclnnStatus aclnnSoftshrinkGetWorkspaceSize(const aclTensor *self,
                                            const aclScalar *lambd,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnSoftshrink`: queues the computation on `stream`.
 */
aclnnStatus aclnnSoftshrink(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
