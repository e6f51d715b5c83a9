/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnStd`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the standard deviation over `dim` (all axes if null or empty): the square root of the sum of squared distances from the mean, divided
 * by the number of elements less `correction`.
 */
aclnnStatus aclnnStdGetWorkspaceSize(const aclTensor *self,
                                     const aclIntArray *dim,
                                     int64_t correction,
                                     bool keepdim,
                                     aclTensor *out,
                                     uint64_t *workspaceSize,
                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnStd`: queues the computation on `stream`.
 */
aclnnStatus aclnnStd(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
