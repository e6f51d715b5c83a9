/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNormBackward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients of `aclnnGroupNorm` by its input, `gamma` and `beta`: those that `outputMask` asks for.
 */
aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(const aclTensor *gradOut,
                                                   const aclTensor *input,
                                                   const aclTensor *mean,
                                                   const aclTensor *rstd,
                                                   const aclTensor *gamma,
                                                   int64_t n,
                                                   int64_t c,
                                                   int64_t hxW,
                                                   int64_t group,
                                                   const aclBoolArray *outputMask,
                                                   aclTensor *gradInput,
                                                   aclTensor *gradGammaOut,
                                                   aclTensor *gradBetaOut,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNormBackward`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNormBackward(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
