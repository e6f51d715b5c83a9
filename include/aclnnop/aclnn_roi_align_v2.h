/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoiAlignV2`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes for each region of `boxes` (n, 5), the number of an image of `self` (B, C, H, W), rounded down, and left, upper, right and lower sides times `spatialScale`, `pooledHeight` by `pooledWidth` cells: the mean of `samplingRatio` by
 * `samplingRatio` points between pixels, or, for 0, of as many as the cell is pixels long. With `aligned` pixels have their centres at halves, or else at whole numbers, and regions are at least a pixel long. Points more than a pixel outside are 0.
 * `samplingRatio` is at most 1024; a number of an image that is not there is an error of the stream. FLOAT or FLOAT16; not on Ascend950.
 */
aclnnStatus aclnnRoiAlignV2GetWorkspaceSize(const aclTensor *self,
                                            const aclTensor *boxes,
                                            int64_t pooledHeight,
                                            int64_t pooledWidth,
                                            float spatialScale,
                                            int64_t samplingRatio,
                                            bool aligned,
                                            aclTensor *out,
                                            uint64_t *workspaceSize,
                                            aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoiAlignV2`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoiAlignV2(void *workspace,
                            uint64_t workspaceSize,
                            aclOpExecutor *executor,
                            aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
