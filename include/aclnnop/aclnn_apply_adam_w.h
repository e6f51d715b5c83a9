/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyAdamW`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a step of AdamW: `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`, then `var = var (1 - lr weightDecay) - lr m / (1 - beta1Power
 * beta1) / (sqrt(v / (1 - beta2Power beta2)) + eps)`. `g` is `grad`, or its negative if `maximize`; with `amsgrad`, `vRef` keeps the larger one of `v` and
 * `maxGradNormOptional`.
 */
aclnnStatus aclnnApplyAdamWGetWorkspaceSize(aclTensor *varRef,
                                            aclTensor *mRef,
                                            aclTensor *vRef,
                                            const aclTensor *beta1Power,
                                            const aclTensor *beta2Power,
                                            const aclTensor *lr,
                                            const aclTensor *weightDecay,
                                            const aclTensor *beta1,
                                            const aclTensor *beta2,
                                            const aclTensor *eps,
                                            const aclTensor *grad,
                                            const aclTensor *maxGradNormOptional,
                                            bool amsgrad,
                                            bool maximize,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyAdamW`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyAdamW(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
