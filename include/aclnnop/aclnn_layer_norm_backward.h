/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLayerNormBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of layer normalisation by its input, weights and biases: those that `outputMask` asks for.
 */
aclnnStatus aclnnLayerNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                   const aclTensor *input,
                                                   const aclIntArray *normalizedShape,
                                                   const aclTensor *mean,
                                                   const aclTensor *rstd,
                                                   const aclTensor *weightOptional,
                                                   const aclTensor *biasOptional,
                                                   const aclBoolArray *outputMask,
                                                   aclTensor *gradInputOut,
                                                   aclTensor *gradWeightOut,
                                                   aclTensor *gradBiasOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnLayerNormBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnLayerNormBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
