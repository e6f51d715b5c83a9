/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEqual`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes whether `self` and `other` have one shape and, in the type that both promote to, equal elements, into the one element of `out`. A NaN
 * equals nothing; empty tensors of one shape are equal.
 */
aclnnStatus aclnnEqualGetWorkspaceSize(const aclTensor *self,
                                       const aclTensor *other,
                                       aclTensor *out,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnEqual`: queues the computation on `stream`.
 */
aclnnStatus aclnnEqual(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
