/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSquaredRelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the square of each element that is above 0, rounded once, else 0; NaN stays. `out` has the type of `input`. Rank 1 to 8.
 */
aclnnStatus aclnnSquaredReluGetWorkspaceSize(const aclTensor *input,
                                             const aclTensor *out,
                                             uint64_t *workspaceSize,
                                             aclOpExecutor **executor);

/**
 * Second phase of `aclnnSquaredRelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnSquaredRelu(void *workspace,
                             uint64_t workspaceSize,
                             aclOpExecutor *executor,
                             aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
