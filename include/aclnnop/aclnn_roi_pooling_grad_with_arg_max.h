/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoiPoolingGradWithArgMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Adds to `gradInputRef` (N, C, H, W) the elements of `gradOutput` (n, C, pooledH, pooledW), each at its place in `argmax` in the plane of its image, the first number of its region in `rois` (n, 5), in the order of regions. A place outside of the
 * plane, such as -1, is left out; a number of an image that is not there is an error of the stream. `spatialScale` does not count. At most 1024 regions and images. FLOAT or FLOAT16, all alike.
 */
aclnnStatus aclnnRoiPoolingGradWithArgMaxGetWorkspaceSize(const aclTensor *gradOutput,
                                                          const aclTensor *gradInputRef,
                                                          const aclTensor *rois,
                                                          const aclTensor *argmax,
                                                          int64_t pooledH,
                                                          int64_t pooledW,
                                                          double spatialScale,
                                                          uint64_t *workspaceSize,
                                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoiPoolingGradWithArgMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoiPoolingGradWithArgMax(void *workspace,
                                          uint64_t workspaceSize,
                                          aclOpExecutor *executor,
                                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
