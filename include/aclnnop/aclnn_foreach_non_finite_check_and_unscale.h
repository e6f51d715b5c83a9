/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnForeachNonFiniteCheckAndUnscale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `scaledGrads * invScale` in place, rounded once, and writes 1 to `foundInf` if an element of `scaledGrads` is infinite or NaN; else that stays.
 */
aclnnStatus aclnnForeachNonFiniteCheckAndUnscaleGetWorkspaceSize(const aclTensorList *scaledGrads,
                                                                 const aclTensor *foundInf,
                                                                 const aclTensor *invScale,
                                                                 uint64_t *workspaceSize,
                                                                 aclOpExecutor **executor);

/**
 * Second phase of `aclnnForeachNonFiniteCheckAndUnscale`: queues the computation on `stream`.
 */
aclnnStatus aclnnForeachNonFiniteCheckAndUnscale(void *workspace,
                                                 uint64_t workspaceSize,
                                                 aclOpExecutor *executor,
                                                 aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
