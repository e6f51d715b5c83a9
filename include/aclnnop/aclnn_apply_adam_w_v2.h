/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyAdamWV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes step `step + 1` of AdamW: `m = beta1 m + (1 - beta1) g` and `v = beta2 v + (1 - beta2) g g`, then `var = var (1 - lr weightDecay) - lr m / (1 - beta1^t) /
 * (sqrt(v / (1 - beta2^t)) + eps)`. `g` is `grad`, or its negative if `maximize`; with `amsgrad` the larger one of `v` and `maxGradNormOptionalRef` takes the
 * place of `v`, and is written there.
 */
aclnnStatus aclnnApplyAdamWV2GetWorkspaceSize(aclTensor *varRef,
                                              aclTensor *mRef,
                                              aclTensor *vRef,
                                              aclTensor *maxGradNormOptionalRef,
                                              const aclTensor *grad,
                                              const aclTensor *step,
                                              float lr,
                                              float beta1,
                                              float beta2,
                                              float weightDecay,
                                              float eps,
                                              bool amsgrad,
                                              bool maximize,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyAdamWV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyAdamWV2(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
