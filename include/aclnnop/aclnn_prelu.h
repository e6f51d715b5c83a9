/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnPrelu`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes each element that is above 0, and `weight` times others, in the type that both promote to, rounded once. `weight` has one element, or one for each channel,
 * which is dimension 1.
 */
aclnnStatus aclnnPreluGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *weight,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnPrelu`: queues the computation on `stream`.
 */
aclnnStatus aclnnPrelu(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
