/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBatchNormBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnBatchNorm` by its input, weights and biases: those that `outputMask` asks for.
 */
aclnnStatus aclnnBatchNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                   const aclTensor *input,
                                                   const aclTensor *weight,
                                                   const aclTensor *runningMean,
                                                   const aclTensor *runningVar,
                                                   const aclTensor *saveMean,
                                                   const aclTensor *saveInvstd,
                                                   bool training,
                                                   double eps,
                                                   const aclBoolArray *outputMask,
                                                   aclTensor *gradInput,
                                                   aclTensor *gradWeight,
                                                   aclTensor *gradBias,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnBatchNormBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnBatchNormBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
