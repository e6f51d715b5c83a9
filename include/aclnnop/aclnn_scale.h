/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnScale`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes `x * scale + bias`, rounded once. `scale` and `bias` have the shape of the axes of `x` from `axis` on: all of them if `scaleFromBlob` is
 * true and `numAxes` is -1, or `numAxes` of them; if it is false as many as `scale` has. Or `scale` is one number.
 */
aclnnStatus aclnnScaleGetWorkspaceSize(const aclTensor *x,
                                       const aclTensor *scale,
                                       const aclTensor *bias,
                                       int64_t axis,
                                       int64_t numAxes,
                                       bool scaleFromBlob,
                                       aclTensor *y,
                                       uint64_t *workspaceSize,
                                       aclOpExecutor **executor);

/**
 * Second phase of `aclnnScale`: queues the computation on `stream`.
 */
aclnnStatus aclnnScale(void *workspace, uint64_t workspaceSize, aclOpExecutor *executor, aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
