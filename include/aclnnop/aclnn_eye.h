/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnEye`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes a matrix of `n` rows and `m` columns with 1 on its diagonal and 0 elsewhere.
 */
aclnnStatus aclnnEyeGetWorkspaceSize(int64_t n,
                                     int64_t m,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnEye`: queues the computation on `stream`.
 */
aclnnStatus aclnnEye(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
