/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnBucketize`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes for each element of `self` how many of the ascending `boundaries` are below it, or with `right` not above it. `out` is of INT32 or INT64.
 */
aclnnStatus aclnnBucketizeGetWorkspaceSize(const aclTensor *self,
                                           const aclTensor *boundaries,
                                           bool outInt32,
                                           bool right,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnBucketize`: queues the computation on `stream`.
 */
aclnnStatus aclnnBucketize(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
