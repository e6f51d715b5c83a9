/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAdaLayerNormBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnAdaLayerNorm` by its input, `scale`, `shift`, weights and biases: those for which there is an output.
 */
aclnnStatus aclnnAdaLayerNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                      const aclTensor *input,
                                                      const aclIntArray *normalizedShape,
                                                      const aclTensor *rstd,
                                                      const aclTensor *mean,
                                                      const aclTensor *scale,
                                                      const aclTensor *shift,
                                                      const aclTensor *weightOptional,
                                                      const aclTensor *biasOptional,
                                                      aclTensor *gradInputOut,
                                                      aclTensor *gradScaleOut,
                                                      aclTensor *gradShiftOut,
                                                      aclTensor *gradWeightOut,
                                                      aclTensor *gradBiasOut,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnAdaLayerNormBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnAdaLayerNormBackward(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
