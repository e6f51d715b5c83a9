/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormReduceBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes for each channel, as asked for, the sum of `gradOut` and of its products with `input - mean`, and the gradients by weights and biases. `weight` is not
 * looked at.
 */
aclnnStatus aclnnBatchNormReduceBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                         const aclTensor *input,
                                                         const aclTensor *mean,
                                                         const aclTensor *invstd,
                                                         const aclTensor *weight,
                                                         bool inputG,
                                                         bool weightG,
                                                         bool biasG,
                                                         aclTensor *sumDy,
                                                         aclTensor *sumDyXmu,
                                                         aclTensor *gradWeight,
                                                         aclTensor *gradBias,
                                                         uint64_t *workspaceSize,
                                                         aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormReduceBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormReduceBackward(void *workspace,
                                         uint64_t workspaceSize,
                                         aclOpExecutor *executor,
                                         aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
