/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnFusedAdamw`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a step of AdamW for each parameter, as `aclnnApplyAdamWV2` does, where `stateSteps` has the number of the step to make: gradients are divided by
 * `gradScaleOptional`, and nothing is done if `foundInfOptional` is 1.
 */
aclnnStatus aclnnFusedAdamwGetWorkspaceSize(const aclTensorList *paramsRef,
                                            const aclTensorList *grads,
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
 * Second phase of `aclnnFusedAdamw`: queues the computation on `stream`.
 */
aclnnStatus aclnnFusedAdamw(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
