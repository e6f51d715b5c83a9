/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoiPoolingWithArgMax`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes of each region of `rois` (n, 5), the number of an image of `x` (N, C, H, W) and left, upper, right and lower sides, cut into `pooledH` by `pooledW` cells, the largest pixel of each cell, the first of several, and its place in the plane,
 * row times W plus column. Sides are multiplied by the scales, the right and lower ones plus 1; a cell has the pixels that it touches, one without any 0 and the place -1. A number of an image that is not there is an error of the stream. FLOAT or
 * FLOAT16.
 */
aclnnStatus aclnnRoiPoolingWithArgMaxGetWorkspaceSize(const aclTensor *x,
                                                      const aclTensor *rois,
                                                      int64_t pooledH,
                                                      int64_t pooledW,
                                                      float spatialScaleH,
                                                      float spatialScaleW,
                                                      aclTensor *y,
                                                      aclTensor *argmax,
                                                      uint64_t *workspaceSize,
                                                      aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoiPoolingWithArgMax`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoiPoolingWithArgMax(void *workspace,
                                      uint64_t workspaceSize,
                                      aclOpExecutor *executor,
                                      aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
