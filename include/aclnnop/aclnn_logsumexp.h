/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLogSumExp`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the natural logarithm of the sum of the exponentials over `dim` (all axes if empty), in FLOAT, cast to the type of `out`. An empty
 * `self` fills `out` with -infinity.
 */
aclnnStatus aclnnLogSumExpGetWorkspaceSize(const aclTensor *self,
                                           const aclIntArray *dim,
                                           bool keepDim,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnLogSumExp`: queues the computation on `stream`.
 */
aclnnStatus aclnnLogSumExp(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
