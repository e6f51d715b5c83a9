/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnLerps`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `self + weight * (end - self)`, broadcast, rounded once.
 */
aclnnStatus aclnnLerpsGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *end,
                                       const aclScalar *weight,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnLerps`: queues the computation on `stream`.
 */
aclnnStatus aclnnLerps(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

/**
 * First phase of `aclnnInplaceLerps`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `selfRef + weight * (end - selfRef)` in place, rounded once.
 */
aclnnStatus aclnnInplaceLerpsGetWorkspaceSize(aclTensor *selfRef,
                                              const aclTensor *end,
                                              const aclScalar *weight,
                                              uint64_t *workspaceSize,
                                              aclOpExecutor **executor);

/**
 * Second phase of `aclnnInplaceLerps`: queues the computation on `stream`.
 */
aclnnStatus aclnnInplaceLerps(void *workspace,
                              uint64_t workspaceSize,
                              aclOpExecutor *executor,
                              aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
