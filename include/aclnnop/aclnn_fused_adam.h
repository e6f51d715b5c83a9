/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedAdam`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes step `stateSteps + 1` of Adam for each parameter: gradients are divided by `gradScaleOptional` in place, then `g = gradsRef + weightDecay params`, with
 * the negative gradient if `maximize`; `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`; and `params = params - lr m / (1 - beta1^t) /
 * (sqrt(v / (1 - beta2^t)) + eps)`. With `amsgrad` the larger one of `v` and `maxExpAvgSqsRef` takes the place of `v`, and is written there. Nothing is done if
 * `foundInfOptional` is 1. Of each tensor of `stateSteps` the first element counts. Ascend950 only.
 */
aclnnStatus aclnnFusedAdamGetWorkspaceSize(const aclTensorList *paramsRef,
                                           const aclTensorList *gradsRef,
                                           const aclTensorList *expAvgsRef,
                                           const aclTensorList *expAvgSqsRef,
                                           const aclTensorList *maxExpAvgSqsRef,
                                           const aclTensorList *stateSteps,
                                           const aclTensor *gradScaleOptional,
                                           const aclTensor *foundInfOptional,
                                           double lr,
                                           double beta1,
                                           double beta2,
                                           double weightDecay,
                                           double eps,
                                           bool amsgrad,
                                           bool maximize,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnFusedAdam`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedAdam(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
