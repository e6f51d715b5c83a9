/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnDot`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the sum of the products of the elements of two vectors. Floating-point numbers are rounded once; integers wrap. Without elements it is 0.
 */
aclnnStatus aclnnDotGetWorkspaceSize(const aclTensor *self,
                                     const aclTensor *tensor,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnDot`: queues the computation on `stream`.
 */
aclnnStatus aclnnDot(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
