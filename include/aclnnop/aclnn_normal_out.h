/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNormalFloatFloat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `out` with normal numbers of this mean and standard deviation, by `seed` and `offset`.
 */
aclnnStatus aclnnNormalFloatFloatGetWorkspaceSize(float mean,
                                                  float std,
                                                  int64_t seed,
                                                  int64_t offset,
                                                  aclTensor *out,
                                                  uint64_t *workspaceSize,
                                                  aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormalFloatFloat`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormalFloatFloat(void *workspace,
                                  uint64_t workspaceSize,
                                  aclOpExecutor *executor,
                                  aclrtStream stream);

/**
 * First phase of `aclnnNormalFloatTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `out` with normal numbers of this mean and the standard deviations of `std`, by `seed` and `offset`.
 */
aclnnStatus aclnnNormalFloatTensorGetWorkspaceSize(float mean,
                                                   const aclTensor *std,
                                                   int64_t seed,
                                                   int64_t offset,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormalFloatTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormalFloatTensor(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

/**
 * First phase of `aclnnNormalTensorFloat`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `out` with normal numbers of the means of `mean` and this standard deviation, by `seed` and `offset`.
 */
aclnnStatus aclnnNormalTensorFloatGetWorkspaceSize(const aclTensor *mean,
                                                   float std,
                                                   int64_t seed,
                                                   int64_t offset,
                                                   aclTensor *out,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormalTensorFloat`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormalTensorFloat(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

/**
 * First phase of `aclnnNormalTensorTensor`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Fills `out` with normal numbers of the means of `mean` and the standard deviations of `std`, by `seed` and `offset`.
 */
aclnnStatus aclnnNormalTensorTensorGetWorkspaceSize(const aclTensor *mean,
                                                    const aclTensor *std,
                                                    int64_t seed,
                                                    int64_t offset,
                                                    aclTensor *out,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnNormalTensorTensor`: queues the computation on `stream`.
 */
aclnnStatus aclnnNormalTensorTensor(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
