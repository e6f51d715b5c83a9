/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPdistForward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the distance of each row of `self` to each one behind it, by the norm of order `pScalar` as FLOAT, computed in DOUBLE and rounded once. FLOAT or FLOAT16.
 */
aclnnStatus aclnnPdistForwardGetWorkspaceSize(const aclTensor *self,
                                              const aclScalar *pScalar,
                                              aclTensor *out,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnPdistForward`: queues the computation on `stream`.
 */
aclnnStatus aclnnPdistForward(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
