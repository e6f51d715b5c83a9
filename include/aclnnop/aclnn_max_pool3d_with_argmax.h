/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnMaxPool3dWithArgmax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes the largest element of each window over the volumes of `self`, and its number in the volume. NaN is larger than all numbers; of equal elements the
 * first is taken.
 */
aclnnStatus aclnnMaxPool3dWithArgmaxGetWorkspaceSize(const aclTensor *self,
                                                     const aclIntArray *kernelSize,
                                                     const aclIntArray *stride,
                                                     const aclIntArray *padding,
                                                     const aclIntArray *dilation,
                                                     bool ceilMode,
                                                     aclTensor *out,
                                                     aclTensor *indices,
                                                     uint64_t *workspaceSize,
                                                     aclOpExecutor **executor);

/**
 * Second phase of `aclnnMaxPool3dWithArgmax`: queues the computation on `stream`.
 */
aclnnStatus aclnnMaxPool3dWithArgmax(void *workspace,
                                     uint64_t workspaceSize,
                                     aclOpExecutor *executor,
                                     aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
