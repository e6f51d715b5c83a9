/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnGroupNorm`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Normalises each of `group` groups of channels to mean 0 and variance 1, multiplies channels by `gamma` and adds `beta`.
 */
aclnnStatus aclnnGroupNormGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *gamma,
                                           const aclTensor *beta,
                                           int64_t n,
                                           int64_t c,
                                           int64_t hxW,
                                           int64_t group,
                                           double eps,
                                           aclTensor *out,
                                           aclTensor *meanOut,
                                           aclTensor *rstdOut,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnGroupNorm`: queues the computation on `stream`.
 */
aclnnStatus aclnnGroupNorm(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
