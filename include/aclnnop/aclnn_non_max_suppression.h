/* Part of hostnpu (Apache-2.0 OR MIT). Derived from the Rust entry points by cbindgen: do not edit. */

#pragma once

#include "aclnn/aclnn_base.h"
#include "aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * First phase of `aclnnNonMaxSuppression`: checks the arguments, and returns the workspace to allocate and the executor.
 *
 * Writes rows of image, class and box to `selectedIndices` (m, 3), INT32: of each image and class the boxes by their `scores` (images, classes, n), from the best one on and of equal ones the first, without those whose common area with a chosen
 * one is more than `iouThreshold[0]` of the area of both, and without scores up to `scoreThreshold[0]`; `maxOutputBoxesPerClass[0]` at most, 0 if the array is empty. Rows without a box are -1, boxes beyond m are left out. `boxes` (images, n, 4) are
 * two opposite corners, or, with a `centerPointBox` of 1, centre x and y, width and height. FLOAT or FLOAT16, both alike; on Ascend310P.
 */
aclnnStatus aclnnNonMaxSuppressionGetWorkspaceSize(const aclTensor *boxes,
                                                   const aclTensor *scores,
                                                   aclIntArray *maxOutputBoxesPerClass,
                                                   aclFloatArray *iouThreshold,
                                                   aclFloatArray *scoreThreshold,
                                                   int32_t centerPointBox,
                                                   aclTensor *selectedIndices,
                                                   uint64_t *workspaceSize,
                                                   aclOpExecutor **executor);

/**
 * Second phase of `aclnnNonMaxSuppression`: queues the computation on `stream`.
 */
aclnnStatus aclnnNonMaxSuppression(void *workspace,
                                   uint64_t workspaceSize,
                                   aclOpExecutor *executor,
                                   aclrtStream stream);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
