/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnRoiAlignV2Backward`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Computes the gradient of `aclnnRoiAlignV2` by its images, of shape `inputShape`, from `gradOutput` (n, C, pooledHeight, pooledWidth); sums are made in the order of regions. FLOAT; on Ascend910, Ascend910B, Ascend910_93 and Ascend950.
 */
aclnnStatus aclnnRoiAlignV2BackwardGetWorkspaceSize(const aclTensor *gradOutput,
                                                    const aclTensor *boxes,
                                                    const aclIntArray *inputShape,
                                                    int64_t pooledHeight,
                                                    int64_t pooledWidth,
                                                    float spatialScale,
                                                    int64_t samplingRatio,
                                                    bool aligned,
                                                    aclTensor *gradInput,
                                                    uint64_t *workspaceSize,
                                                    aclOpExecutor **executor);

/**
 * Second phase of `aclnnRoiAlignV2Backward`: queues the computation on `stream`.
 */
aclnnStatus aclnnRoiAlignV2Backward(void *workspace,
                                    uint64_t workspaceSize,
                                    aclOpExecutor *executor,
                                    aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
