/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAvgPool3d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the average of each window over the volumes of `self`: the sum in DOUBLE by `divisorOverride` or, where that is 0, by the number of elements, with those in
 * the padding if `countIncludePad`; rounded once.
 */
aclnnStatus aclnnAvgPool3dGetWorkspaceSize(const aclTensor *self,
                                           const aclIntArray *kernelSize,
                                           const aclIntArray *stride,
                                           const aclIntArray *padding,
                                           bool ceilMode,
                                           bool countIncludePad,
                                           int64_t divisorOverride,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnAvgPool3d`: queues the computation on `stream`.
 */
aclnnStatus aclnnAvgPool3d(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
