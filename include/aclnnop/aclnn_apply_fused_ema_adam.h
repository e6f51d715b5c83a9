/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyFusedEmaAdam`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes step `step` of Adam, with `weightDecay varRef` added to the gradient (`mode` 0) or to the direction (1), and `sRef = emaDecay sRef + (1 - emaDecay) varRef`.
 * Without `biasCorrection` the averages are taken as they are.
 */
aclnnStatus aclnnApplyFusedEmaAdamGetWorkspaceSize(const aclTensor *grad,
                                                   aclTensor *varRef,
                                                   aclTensor *mRef,
                                                   aclTensor *vRef,
                                                   aclTensor *sRef,
                                                   const aclTensor *step,
                                                   double lr,
                                                   double emaDecay,
                                                   double beta1,
                                                   double beta2,
                                                   double eps,
                                                   int64_t mode,
                                                   bool biasCorrection,
                                                   double weightDecay,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyFusedEmaAdam`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyFusedEmaAdam(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
