/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnApplyKerasMomentum`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes a step with momentum: `accum = momentum accum - lr grad`, then `varRef = varRef + accum` or, with Nesterov's rule, `varRef + momentum accum - lr grad`.
 * `useLockingOptional` changes nothing. Ascend950 only.
 */
aclnnStatus aclnnApplyKerasMomentumGetWorkspaceSize(aclTensor *varRef,
                                                    const aclTensor *accum,
                                                    const aclTensor *lr,
                                                    const aclTensor *grad,
                                                    const aclTensor *momentum,
                                                    bool useLockingOptional,
                                                    bool useNesterovOptional,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnApplyKerasMomentum`: queues the computation on `stream`.
 */
aclnnStatus aclnnApplyKerasMomentum(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
