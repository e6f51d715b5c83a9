/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoiAlign`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes for each region of `rois` (n, 4), left, upper, right and lower sides times `spatialScale`, of image `batchIndices[n]` of `self` (N, C, H, W), `outputHeight` by `outputWidth` cells: the mean ("avg") or the largest ("max") of
 * `samplingRatio` by `samplingRatio` points between pixels, or, for 0, as many as the cell is pixels long. Pixels have their centres at whole numbers, regions are at least a pixel long; points more than a pixel outside are 0. `samplingRatio` is at
 * most 1024; a number of an image that is not there is an error of the stream. FLOAT or FLOAT16; not on Ascend950.
 */
aclnnStatus aclnnRoiAlignGetWorkspaceSize(const aclTensor *self,
                                          const aclTensor *rois,
                                          const aclTensor *batchIndices,
                                          const char *mode,
                                          int outputHeight,
                                          int outputWidth,
                                          int samplingRatio,
                                          float spatialScale,
                                          aclTensor *out,
                                          uint64_t *workspaceSize,
                                          aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoiAlign`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoiAlign(void *workspace,
                          uint64_t workspaceSize,
                          aclOpExecutor *executor,
                          aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
