/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnHardSwish`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x min(max(x + 3, 0), 6) / 6` of each element, rounded once. The output has the type of the input.
 */
aclnnStatus aclnnHardSwishGetWorkspaceSize(const aclTensor *x,
                                           const aclTensor *yOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnHardSwish`: queues the computation on `stream`.
 */
aclnnStatus aclnnHardSwish(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
