/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedLinearCrossEntropyLossGrad`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradients by `input` (m, k) and `weight` (n, k) from `grad`, that of the loss of each row: `g = (p - 1 at maskedTarget, unless targetMask) * grad`, then `g * weight` and `g^T * input`. The probabilities p are `softmaxOptional`
 * (m, n), or computed of the logits from `logitsMaxOptional` and `sumExpLogitsOptional` (m). `targetMask` is BOOL, or UINT8 of a bit for each row, lowest first. `labelSmoothing` is 0. FLOAT16 or BFLOAT16; on Ascend910B and Ascend910_93.
 */
aclnnStatus aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(const aclTensor *grad,
                                                                 const aclTensor *input,
                                                                 const aclTensor *weight,
                                                                 const aclTensor *targetMask,
                                                                 const aclTensor *maskedTarget,
                                                                 float labelSmoothing,
                                                                 const aclTensor *logitsMaxOptional,
                                                                 const aclTensor *sumExpLogitsOptional,
                                                                 const aclTensor *softmaxOptional,
                                                                 aclTensor *inputGradOut,
                                                                 aclTensor *weightGradOut,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedLinearCrossEntropyLossGrad`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedLinearCrossEntropyLossGrad(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
