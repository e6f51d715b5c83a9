/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormStats`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes, over all axes of `input` but axis 1, the mean, and the reciprocal of the square root of the variance plus `eps`. Without elements the
 * mean is 0 and its companion NaN.
 */
aclnnStatus aclnnBatchNormStatsGetWorkspaceSize(const aclTensor *input,
                                                double eps,
                                                aclTensor *mean,
                                                aclTensor *invstd,
                                                uint64_t *workspaceSize,
                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormStats`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormStats(void *workspace,
                                uint64_t workspaceSize,
                                aclOpExecutor *executor,
                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
