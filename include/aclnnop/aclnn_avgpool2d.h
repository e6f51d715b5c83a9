/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnAvgPool2d`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the average of each window over the images of `self`: the sum in DOUBLE by `divisorOverride` or, where that is 0, by the number of elements, with those in
 * the padding if `countIncludePad`; rounded once. `cubeMathType` changes no result.
 */
aclnnStatus aclnnAvgPool2dGetWorkspaceSize(const aclTensor *self,
                                           const aclIntArray *kernelSize,
                                           const aclIntArray *strides,
                                           const aclIntArray *paddings,
                                           bool ceilMode,
                                           bool countIncludePad,
                                           int64_t divisorOverride,
                                           int8_t cubeMathType,
                                           aclTensor *out,
                                           uint64_t *workspaceSize,
                                           aclOpExecutor **executor);

/**
 * Second phase of `aclnnAvgPool2d`: queues the computation on `stream`.
 */
aclnnStatus aclnnAvgPool2d(void *workspace,
                           uint64_t workspaceSize,
                           aclOpExecutor *executor,
                           aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
