/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormGatherStatsWithCounts`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes mean and reciprocal standard deviation of each channel of those of several devices, a row for each in `mean` and `invstd`, that have seen `counts`
 * elements of a channel, and brings the running ones up to date. Without devices they are 0 and not a number.
 */
aclnnStatus aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize(const aclTensor *input,
                                                                const aclTensor *mean,
                                                                const aclTensor *invstd,
                                                                aclTensor *runningMean,
                                                                aclTensor *runningVar,
                                                                double momentum,
                                                                double eps,
                                                                const aclTensor *counts,
                                                                aclTensor *meanAll,
                                                                aclTensor *invstdAll,
                                                                uint64_t *workspaceSize,
                                                                aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormGatherStatsWithCounts`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormGatherStatsWithCounts(void *workspace,
                                                uint64_t workspaceSize,
                                                aclOpExecutor *executor,
                                                aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
