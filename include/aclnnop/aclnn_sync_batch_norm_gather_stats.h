/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnSyncBatchNormGatherStats`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes mean and reciprocal standard deviation of each channel of the sums of elements and of their squares on several devices, a row for each, that have
 * seen `sampleCount` elements of a channel, and brings the running `mean` and `variance` up to date.
 */
aclnnStatus aclnnSyncBatchNormGatherStatsGetWorkspaceSize(const aclTensor *totalSum,
                                                          const aclTensor *totalSquareSum,
                                                          const aclTensor *sampleCount,
                                                          aclTensor *mean,
                                                          aclTensor *variance,
                                                          float momentum,
                                                          float eps,
                                                          aclTensor *batchMean,
                                                          aclTensor *batchInvstd,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnSyncBatchNormGatherStats`: queues the computation on `stream`.
 */
aclnnStatus aclnnSyncBatchNormGatherStats(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
