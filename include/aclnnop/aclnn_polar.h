/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPolar`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `input * (cos(angle) + sin(angle) * i)`, broadcast. FLOAT gives COMPLEX64.
 */
aclnnStatus aclnnPolarGetWorkspaceSize(const aclTensor *input,
                                       const aclTensor *angle,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnPolar`: queues the computation on `stream`.
 */
aclnnStatus aclnnPolar(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
