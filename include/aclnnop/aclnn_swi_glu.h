/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSwiGlu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `a b / (1 + e^-a)` of the halves of `x` along `dim`. `out` has the type of `x`.
 */
aclnnStatus aclnnSwiGluGetWorkspaceSize(const aclTensor *x,
                                        int64_t dim,
                                        const aclTensor *out,
                                        uint64_t *workspaceSize,
                                        aclOpExecutor **executor);

/**
 * Second phase of `aclnnSwiGlu`: queues the computation on `stream`.
 */
aclnnStatus aclnnSwiGlu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
