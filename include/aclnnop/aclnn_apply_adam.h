/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyAdam`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a step of Adam: `m = beta1 m + (1 - beta1) grad` and `v = beta2 v + (1 - beta2) grad grad`, then `varRef = varRef - lr sqrt(1 - beta2Power) / (1 -
 * beta1Power) d / (sqrt(v) + epsilon)`, where `d` is `m` or, with `useNesterov`, `beta1 m + (1 - beta1) grad`. `useLocking` changes nothing. Ascend950 only.
 */
aclnnStatus aclnnApplyAdamGetWorkspaceSize(aclTensor *varRef,
                                           const aclTensor *m,
                                           const aclTensor *v,
                                           const aclTensor *beta1Power,
                                           const aclTensor *beta2Power,
                                           const aclTensor *lr,
                                           const aclTensor *beta1,
                                           const aclTensor *beta2,
                                           const aclTensor *epsilon,
                                           const aclTensor *grad,
                                           bool useLocking,
                                           bool useNesterov,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyAdam`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyAdam(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
